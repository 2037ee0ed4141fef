require 'squib'
require_relative 'names'
# Colours of the kinds
day_colour = '#f4c20d'

data = Squib.csv file: 'cards.csv'
suns = data['Kind'].each_index.select { |row| data['Kind'][row] == 'day' }
costly = data['Cost'].each_index.select { |row| data['Cost'][row].to_i > 0 }
sizes = data['Name'].map { |name| name.length > 4 ? 9 : 12 }

Squib::Deck.new(cards: data.nrows, layout: ['fantasy.yml', 'layout.yml']) do
  background color: 'white'
  # A frame in the colour of the day
  rect range: suns, layout: :frame, fill_color: day_colour
  rect layout: 'cut'
  text str: data['Name'], layout: 'title', font_size: sizes
  text str: data['Name'].map(&:upcase), layout: 'loud'
  text str: data['Cost'].map { |cost| "Cost: #{cost}" }, layout: :small, range: costly
  text(str: data['Text'], layout: 'description', markup: true) do |embed|
    embed.svg key: '(S)', file: 'art\sun.svg', width: 40, height: 40
  end
  svg file: 'art/sun.svg', layout: data['Kind'], mask: 'red'
  png file: data['Name'].map { |name| "art/#{name.downcase}.png" }, x: 200, y: 300
  circle x: 400, y: 600, radius: 50, stroke_color: :blue, fill_color: '(0,0)(0,100) #fff@0.0 #000@1.0'
  line x1: 75, y1: 900, x2: 750, y2: 900, stroke_width: '1mm', dash: '3 3'
  polygon n: 4, x: 400, y: 600, radius: 60, stroke_width: 3
  star x: 'middle', y: 'deck - 2in', n: 5, fill_color: 'ALICE_BLUE', stroke_color: day_colour
  triangle x1: 100, y1: 100, x2: 200, y2: 100, x3: 150, y3: 200, fill_color: 'green'
  ellipse x: 100, y: 300, width: 100, height: 50, angle: '90deg', fill_color: 'purple'
  curve x1: 100, y1: 900, cx1: 200, cy1: 950, cx2: 300, cy2: 850, x2: 400, y2: 900
  grid x: 0, y: 0, width: 100, height: 100, stroke_color: '#ccc'
  text str: 'Turned', x: 100, y: 1000, angle: -Math::PI / 2, width: 300, height: 60, font: 'Serif Bold Italic 8', align: :center
  text str: Names::GAME, layout: :small
  build(:proofs) { safe_zone }
  cut_zone
  save_pdf trim: 37.5
  save_png prefix: 'card_'
  hand file: 'hand.png'
end
