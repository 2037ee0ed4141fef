"""A small board with one of every area, and a table of three places: what these tests change."""

from pathlib import Path

from generator.model.kit import Board
from generator.read.declared.names import Names
from generator.read.parts.boards import read_board
from generator.read.templates.templates import TemplateBook

WORDS = ("board.title", "board.deck", "board.rate", "city.north", "city.south", "city.east")

NAMES = Names(
    marks=("ill", "last"),
    icons=("virus", "cards"),
    sentences=dict.fromkeys(WORDS, "Words"),
    roles=("map_label", "small"),
    colours=("red", "blue", "primary", "paper"),
)

BOARD = """\
id: board
title: board.title
size: 300 mm x 200 mm
ground: table
templates:
  table:
    - ground: paper
  person:
    - panel: {shape: ellipse, fill: blue, when: kind = ana}
    - panel: {shape: ellipse, fill: red, when: ill}
  city:
    - panel: {shape: ellipse, fill: "{kind}"}
    - words: {text: "{people}", role: small, box: [0 mm, 0 mm, 100%, 100%]}
areas:
  - grid:
      id: people
      at: [10 mm, 10 mm]
      cell: 20 mm
      look: person
      places: |
        A B a
        B . A
      legend:
        A: {kind: ana}
        a: {kind: ana, marks: [ill]}
        B: {kind: bob}
  - map:
      id: world
      at: [90 mm, 10 mm]
      size: 200 mm x 120 mm
      places: cities.csv
      kind: colour
      label: city.{id}
      look: city
      place_size: 8 mm
      land: land.geojson
      projection:
        longitude: [[-100, 0], [0, 0.5], [100, 1]]
        latitude: [[-50, 1], [50, 0]]
      around: [[north, east]]
  - track:
      id: rate
      title: board.rate
      size: 10 mm
      from: [20 mm, 150 mm]
      to: [80 mm, 150 mm]
      labels: ["2", "3", "4"]
      marks: {3: [last]}
      over: [people]
  - box: {id: deck, title: board.deck, icon: cards, at: [100 mm, 140 mm], size: 60 mm x 40 mm, colour: red}
"""

CITIES = """\
id,lat,lon,colour,people,links,nudge,marks
north,40,-50,red,1200,south; east,,ill
south,-40,-50,blue,300,north,2 -1,
east,0,60,red,7,north,,
"""

LAND = '{"type": "Polygon", "coordinates": [[[-60, 20], [-40, 20], [-40, -20], [-60, -20], [-60, 20]]]}'


def write_board(folder: Path, *, board: str = BOARD, cities: str = CITIES, land: str = LAND) -> Path:
    """The board's file, with its table and its land beside it."""
    (folder / "cities.csv").write_text(cities, encoding="utf-8")
    (folder / "land.geojson").write_text(land, encoding="utf-8")
    path = folder / "board.yaml"
    path.write_text(board, encoding="utf-8")
    return path


def read(path: Path) -> Board:
    """The board of a file, with the names above and no templates but its own."""
    book = TemplateBook(NAMES, path.parent, maps=path.parent / "shared")
    return read_board(path, book=book)
