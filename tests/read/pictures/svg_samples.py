# ruff: noqa: E501
"""Small SVG files of our own with the traits of real ones, by name."""

import base64
import gzip
from collections.abc import Mapping

_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
_OPEN = f'<svg {_NAMESPACE} viewBox="0 0 100 100">'
_STAR = "M50 5L61 39H97L68 60L79 95L50 73L21 95L32 60L3 39H39z"
_RINGS = "M50 10A40 40 0 1 1 50 90A40 40 0 1 1 50 10zM50 30A20 20 0 1 1 50 70A20 20 0 1 1 50 30z"
_STOPS = '<stop offset="0" stop-color="gold"/><stop offset="1" stop-color="#a03"/>'
_BOX = '<rect x="10" y="20" width="80" height="50"'

_ZIPPED = base64.b64encode(
    gzip.compress(f'{_OPEN}<circle cx="50" cy="50" r="40" fill="red"/></svg>'.encode())
).decode()

_INSIDE: Mapping[str, str] = {
    # Shapes
    "rect": f'{_BOX} fill="teal"/>',
    "rect with round corners": f'{_BOX} rx="12" fill="teal"/>',
    "rect with oval corners": f'{_BOX} rx="20" ry="8" fill="teal"/>',
    "rect with corners larger than itself": f'{_BOX} rx="70" ry="90" fill="teal"/>',
    "circle": '<circle cx="50" cy="50" r="37.5"/>',
    "ellipse": '<ellipse cx="50" cy="50" rx="45" ry="20" fill="navy"/>',
    "line": '<line x1="10" y1="15" x2="90" y2="80" stroke="crimson" stroke-width="6"/>',
    "polygon": '<polygon points="50,5 95,95 5,95" fill="olive"/>',
    "polyline that is filled": '<polyline points="5 5 50 90 95 5 50 40"/>',
    "polyline that is stroked": '<polyline points="5 5 50 90 95 5" fill="none" stroke="green" stroke-width="7"/>',
    "lengths in percent": '<rect x="10%" y="20%" width="80%" height="50%"/><circle cx="50%" cy="50%" r="10%" fill="red"/>',
    "lengths with units": '<rect x="3mm" y="10px" width="1.5cm" height="0.5in" stroke="red" stroke-width="2pt"/>',
    "shapes without a size": '<rect width="0" height="9"/><circle r="0"/><path d=""/><path/><rect/><circle r="9"/>',
    # Path data
    "path": f'<path d="{_STAR}" fill="#f80"/>',
    "path with relative commands": '<path d="m10 10l30 0l0 30l-30 0zm50 50h30v30h-30z"/>',
    "path with curves": '<path d="M10 80C40 10 65 10 95 80S150 150 50 90Q30 60 10 95T90 95" fill="purple"/>',
    "path with arcs": '<path d="M10 50a40 40 0 0 1 80 0A20 10 30 1 0 50 80z"/>',
    "path with packed arcs": '<path d="M10 50a40 40 0 0180 0 20 10 30 10-40 30z"/>',
    "path with packed numbers": '<path d="M.5.5l49.5.5-.5 49.5L1e1-1.5E0+20+30z" fill="red"/>',
    "path with points at the end of numbers": '<path d="M10. 10.L90. 10.L50. 90.z"/>',
    "path with leading zeros": '<path d="M010 010L090 010L050 090z"/>',
    "path with line breaks and tabs": '<path d="M10\t10\n L 90,10\r\n , 50 90 z"/>',
    "path of two lines": f'<path d="{_RINGS}"/>',
    "path of two lines, even-odd": f'<path d="{_RINGS}" fill-rule="evenodd"/>',
    "path that goes on after it is closed": '<path d="M10 10h40v40h-40zl40 80h40z"/>',
    "path that is not closed": '<path d="M10 10H90L50 90" fill="silver" stroke="black" stroke-width="5"/>',
    "arc without a radius": '<path d="M10 10A0 20 0 0 1 90 90L10 90z"/>',
    # Strokes
    "stroke": f'<path d="{_STAR}" fill="none" stroke="black" stroke-width="4"/>',
    "round ends and corners": '<path d="M20 20L80 30L20 80" fill="none" stroke="black" stroke-width="14" '
    'stroke-linecap="round" stroke-linejoin="round"/>',
    "square ends and cut corners": '<path d="M20 20L80 50L20 80" fill="none" stroke="black" stroke-width="14" '
    'stroke-linecap="square" stroke-linejoin="bevel"/>',
    "dashes": '<path d="M5 50H95" stroke="black" stroke-width="8" stroke-dasharray="10 5"/>',
    "odd number of dashes": '<path d="M5 50H95" stroke="black" stroke-width="8" stroke-dasharray="12,4,2"/>',
    "dashes that begin later": '<circle cx="50" cy="50" r="40" fill="none" stroke="red" stroke-width="6" '
    'stroke-dasharray="20 10" stroke-dashoffset="7"/>',
    "stroke before fill": f'<path d="{_STAR}" fill="gold" stroke="black" stroke-width="9" paint-order="stroke"/>',
    "stroke of no width": f'<path d="{_STAR}" fill="gold" stroke="black" stroke-width="0"/>',
    "stroke in percent": '<path d="M5 50H95" stroke="black" stroke-width="5%"/>',
    "stroke of a scaled shape": '<g transform="scale(5)"><path d="M2 2H18V18H2z" fill="none" stroke="red"/></g>',
    "stroke of a stretched shape": '<g transform="scale(1 4)"><circle cx="50" cy="12" r="9" fill="gold" '
    'stroke="black" stroke-width="3"/></g>',
    "stroke of a skewed shape": '<path transform="skewX(30)" d="M10 10H50V80H10z" fill="none" stroke="black" '
    'stroke-width="8"/>',
    # Transforms
    "translate": '<path d="M0 0h30v30z" transform="translate(40)"/><path d="M0 0h30v30z" transform="translate(10,60)"/>',
    "rotate": f'<g transform="rotate(30)">{_BOX}/></g>',
    "rotate around a point": f'<g transform="rotate(-45 50 50)">{_BOX} fill="teal"/></g>',
    "several transforms": f'<g transform="translate(50,50) rotate(20), scale(.5 -0.7) translate(-50 -50)">{_BOX}/></g>',
    "matrix": f'<g transform="matrix(.8 .2 -.2 .8 15 5)">{_BOX} fill="brown"/></g>',
    "skew": f'<g transform="skewY(10) skewX(-15)">{_BOX}/></g>',
    "transforms in transforms": f'<g transform="scale(.5)"><g transform="translate(50 50)">{_BOX} transform="rotate(10)"/></g></g>',
    "transform of no size": f'<g transform="scale(0)">{_BOX}/></g><circle r="30"/>',
    # Paints
    "short and long colours": '<rect width="50" height="100" fill="#f0a"/><rect x="50" width="50" height="100" fill="#0FA9C3"/>',
    "named colours": '<rect width="50" height="100" fill="MediumSlateBlue"/><rect x="50" width="50" height="100" fill="PapayaWhip"/>',
    "colours as functions": '<rect width="50" height="50" fill="rgb(200, 30, 60)"/><rect x="50" width="50" height="50" '
    'fill="rgb(20%,40%,60%)"/><rect y="50" width="50" height="50" fill="hsl(120, 60%, 40%)"/>'
    '<rect x="50" y="50" width="50" height="50" fill="rgba(0,0,255,.5)"/>',
    "current colour": '<g color="#939"><path d="M0 0h90v90z" fill="currentColor"/></g>',
    "colours of groups": '<g fill="red" stroke="blue" stroke-width="5"><circle cx="50" cy="50" r="30"/>'
    '<rect x="5" y="5" width="20" height="20" fill="none"/></g>',
    "transparent and inherit": '<g fill="red"><rect width="60" height="60" fill="inherit"/>'
    '<rect x="30" y="30" width="60" height="60" fill="transparent" stroke="black"/></g>',
    "opacity of a shape": f'<rect width="60" height="90" fill="gold"/><path d="{_STAR}" opacity=".5"/>',
    "opacity of a group": '<g opacity="0.4"><circle cx="35" cy="50" r="30" fill="red"/><circle cx="65" cy="50" r="30"/></g>',
    "opacity of a fill and a stroke": f'<path d="{_STAR}" fill="red" fill-opacity=".3" stroke="blue" '
    'stroke-width="8" stroke-opacity="60%"/>',
    "opacity in groups": f'<g opacity=".8"><g opacity=".5">{_BOX}/></g></g>',
    "colours with opacity": '<rect width="60" height="60" fill="#ff000080"/><rect x="30" y="30" width="60" height="60" fill="#00f8"/>',
    "linear gradient": f'<defs><linearGradient id="a">{_STOPS}</linearGradient></defs>{_BOX} fill="url(#a)"/>',
    "linear gradient down": f'<linearGradient id="a" x2="0" y2="1">{_STOPS}</linearGradient>{_BOX} fill="url(#a)"/>',
    "linear gradient on the page": f'<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="20" y1="20" x2="60" '
    f'y2="70">{_STOPS}</linearGradient>{_BOX} fill="url(#a)"/>',
    "turned gradient": f'<linearGradient id="a" gradientTransform="rotate(60 .5 .5)">{_STOPS}</linearGradient>{_BOX} fill="url(#a)"/>',
    "gradient in a turned group": f'<linearGradient id="a">{_STOPS}</linearGradient><g transform="rotate(40 50 50)">{_BOX} fill="url(#a)"/></g>',
    "gradient that takes its stops from another": f'<linearGradient id="a">{_STOPS}</linearGradient>'
    f'<linearGradient id="b" href="#a" x1="1" x2="0"/>{_BOX} fill="url(#b)"/>',
    "radial gradient": f'<radialGradient id="a">{_STOPS}</radialGradient><circle cx="50" cy="50" r="45" fill="url(#a)"/>',
    "radial gradient of an oval": f'<radialGradient id="a">{_STOPS}</radialGradient>{_BOX} fill="url(#a)"/>',
    "radial gradient with a focus": f'<radialGradient id="a" cx=".5" cy=".5" r=".5" fx=".3" fy=".25">{_STOPS}'
    '</radialGradient><circle cx="50" cy="50" r="45" fill="url(#a)"/>',
    "gradient with opacity": '<linearGradient id="a"><stop offset="0%" stop-color="red"/><stop offset="100%" '
    f'stop-color="red" stop-opacity="0"/></linearGradient>{_BOX} fill="url(#a)"/>',
    "gradient of one colour": f'<linearGradient id="a"><stop stop-color="teal"/></linearGradient>{_BOX} fill="url(#a)"/>',
    "gradient of a stroke": f'<linearGradient id="a">{_STOPS}</linearGradient><circle cx="50" cy="50" r="35" '
    'fill="none" stroke="url(#a)" stroke-width="15"/>',
    "gradient with styled stops": '<linearGradient id="a"><stop offset="0" style="stop-color:#fc0;stop-opacity:1"/>'
    f'<stop offset=".7" style="stop-color:#00f"/></linearGradient>{_BOX} fill="url(#a)"/>',
    "gradient that is not there": f'{_BOX} fill="url(#nothing) orange"/>',
    # Styles
    "style attribute": f'{_BOX} style="fill:#c33; stroke : black;stroke-width:3px;-inkscape-stroke:none"/>',
    "style over attributes": f'{_BOX} fill="red" style="fill: blue"/>',
    "style sheet": f'<style>.cls-1{{fill:#2a8;}} #b {{ fill: orange }}</style>{_BOX} class="cls-1"/><circle id="b" r="40"/>',
    "style sheet in defs": f'<defs><style type="text/css"><![CDATA[ rect, circle {{ fill: #28a }} ]]></style></defs>{_BOX}/>',
    "style sheet with combinators": "<style>g > .a { fill: red } g .b { fill: blue } .a.b { fill: green }</style>"
    f'<g>{_BOX} class="a"/><circle class="a b" r="30"/></g><circle class="b" cx="90" cy="90" r="10"/>',
    "style sheet with what it may not": "<style>@import url(http://x.org/y.css); @media print { rect { fill: red } } "
    f"rect:hover {{ fill: red }} rect {{ fill: olive; --own: 1 }}</style>{_BOX}/>",
    "style sheet by weight": f'<style>#a {{fill:red}} .b {{fill:blue}} rect {{fill:green !important}}</style>{_BOX} id="a" class="b"/>'.replace(
        " !important", ""
    ),
    "hidden elements": f'<g display="none">{_BOX}/></g><rect visibility="hidden" width="90" height="90"/>'
    '<g visibility="hidden"><circle visibility="visible" r="40"/></g>',
    # Structure
    "use": '<defs><path id="a" d="M0 0h20v20z"/></defs><use href="#a" x="10" y="10"/><use href="#a" x="60" fill="red"/>',
    "use with xlink": f'<defs><g id="a">{_BOX} fill="teal"/></g></defs><use xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xlink:href="#a" transform="rotate(20)"/>',
    "use of use": '<defs><path id="a" d="M0 0h20v20z"/><use id="b" href="#a" x="30"/></defs><use href="#b" y="40"/>',
    "use of nothing": '<use href="#nothing"/><circle r="50"/>',
    "symbol": f'<symbol id="a" viewBox="0 0 200 200">{_BOX}/><circle cx="150" cy="150" r="40" fill="red"/></symbol>'
    '<use href="#a" x="20" y="20" width="60" height="60"/>',
    "symbol without a box": f'<symbol id="a">{_BOX}/></symbol><use href="#a"/>',
    "symbol that is cut off": '<symbol id="a" viewBox="0 0 10 10"><circle cx="5" cy="5" r="8"/></symbol>'
    '<use href="#a" x="30" y="30" width="40" height="40"/>',
    "svg in svg": f'<svg x="20" y="30" width="60" height="40" viewBox="0 0 100 100">{_BOX} fill="teal"/></svg>',
    "svg in svg that is cut off": '<svg x="20" y="30" width="40" height="40"><circle r="30" fill="teal"/></svg>',
    "svg in svg, stretched": f'<svg width="90" height="40" viewBox="0 0 100 100" preserveAspectRatio="none">{_BOX}/></svg>',
    "svg in svg, in a corner": f'<svg width="90" height="40" viewBox="0 0 100 100" preserveAspectRatio="xMaxYMin">{_BOX}/></svg>',
    "svg in svg, sliced": f'<svg width="90" height="40" viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice">{_BOX}/></svg>',
    "switch": f'<switch><foreignObject width="9" height="9"/><g systemLanguage="xx"><circle r="90"/></g>{_BOX}/><circle r="20"/></switch>',
    "link": f'<a href="https://example.org">{_BOX} fill="blue"/></a>',
    "titles and descriptions": f'<title>A</title><desc>B &amp; C</desc><metadata><x y="1"/></metadata>{_BOX}/>',
    # Clips and masks
    "clip": f'<clipPath id="a"><circle cx="50" cy="50" r="30"/></clipPath>{_BOX} clip-path="url(#a)" fill="teal"/>',
    "clip of a turned group": f'<clipPath id="a"><circle cx="50" cy="50" r="30"/></clipPath><g transform="rotate(30)" clip-path="url(#a)">{_BOX}/></g>',
    "clip of two shapes": f'<clipPath id="a"><circle cx="30" cy="50" r="20"/><circle cx="60" cy="50" r="20"/></clipPath>{_BOX} clip-path="url(#a)"/>',
    "clip with a hole": f'<clipPath id="a"><path clip-rule="evenodd" d="{_RINGS}"/></clipPath>{_BOX} clip-path="url(#a)"/>',
    "clip by the box": f'<clipPath id="a" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath>{_BOX} clip-path="url(#a)"/>',
    "clip with use": f'<defs><circle id="c" r="30"/></defs><clipPath id="a"><use href="#c" x="50" y="50"/></clipPath>{_BOX} clip-path="url(#a)"/>',
    "clip that cuts nothing off": f'<clipPath id="a"><rect width="100" height="100"/></clipPath><g clip-path="url(#a)">{_BOX}/></g>',
    "clip of nothing": f'<clipPath id="a"/><g clip-path="url(#a)">{_BOX}/></g><circle r="20"/>',
    "clip in a clip": f'<clipPath id="a"><circle cx="40" cy="50" r="30"/></clipPath><clipPath id="b"><rect x="30" y="30" '
    f'width="60" height="30"/></clipPath><g clip-path="url(#a)"><g clip-path="url(#b)">{_BOX}/></g></g>',
    "mask of one white shape": f'<mask id="a"><circle cx="50" cy="50" r="30" fill="white"/></mask>{_BOX} mask="url(#a)"/>',
    "mask with white for all": f'<mask id="a" fill="#fff"><rect x="30" y="30" width="60" height="60"/></mask><g mask="url(#a)">{_BOX}/></g>',
    "mask with grey": f'<mask id="a"><rect width="50" height="100" fill="#777"/><rect x="50" width="50" height="100" fill="white"/></mask>{_BOX} mask="url(#a)"/>',
    # Markers
    "arrow": '<marker id="a" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="4" markerHeight="4" orient="auto-start-reverse">'
    '<path d="M0 0L10 5L0 10z"/></marker><path d="M20 80Q30 20 80 30" fill="none" stroke="black" stroke-width="4" '
    'marker-start="url(#a)" marker-end="url(#a)"/>',
    "dots at corners": '<marker id="a" markerWidth="6" markerHeight="6" refX="3" refY="3"><circle cx="3" cy="3" r="2" fill="red"/>'
    '</marker><polyline points="10 10 50 80 90 20" fill="none" stroke="black" stroke-width="3" marker-mid="url(#a)"/>',
    "turned markers of their own size": '<marker id="a" markerUnits="userSpaceOnUse" orient="45" markerWidth="20" '
    'markerHeight="20" refX="10" refY="10"><path d="M2 2h16v16H2z" fill="teal"/></marker>'
    '<path d="M20 20H80V80" fill="none" stroke="black" style="marker:url(#a)"/>',
    "markers in percent": '<marker id="a" markerUnits="userSpaceOnUse" markerWidth="20%" markerHeight="20%" refX="5%" refY="5%">'
    '<path d="M0 0h10v10z"/></marker><path d="M20 20H80" stroke="red" style="marker:url(#a)"/>',
    "marker that turns by a quarter": '<marker id="a" markerWidth="9" markerHeight="9" orient="0.25turn"><path d="M0 0h9v4z"/></marker>'
    '<path d="M30 30H80" stroke="red" stroke-width="4" marker-end="url(#a)"/>',
    "marker that is not cut off": '<g><marker id="a" overflow="inherit"><circle r="5"/></marker></g><path d="M30 30H80" stroke="red" '
    'stroke-width="4" marker-end="url(#a)"/>',
    # Less usual values
    "dots": '<path stroke="#06c" stroke-width="20" stroke-linecap="round" d="M25 25z M75 25z M25 75h0"/>',
    "square dots": '<g transform="rotate(30 50 50)"><path stroke="#06c" stroke-width="20" stroke-linecap="square" d="M25 25z M75 25l0 0 0 30"/></g>',
    "dots without ends": '<circle r="20"/><path stroke="#06c" stroke-width="20" d="M25 25z M75 25z"/>',
    "ellipse with one radius": '<ellipse cx="50" cy="50" rx="40" fill="#06c"/>',
    "ellipse with a wrong radius": '<ellipse cx="50" cy="50" rx="40" ry="-7" fill="#06c"/>',
    "rect with a wrong corner": f'{_BOX} rx="-7" ry="12" fill="teal"/>',
    "stroke over markers": '<marker id="a" markerWidth="4" markerHeight="4" refX="2" refY="2"><circle cx="2" cy="2" r="2" fill="red"/></marker>'
    '<path d="M20 20H80V80" fill="gold" stroke="black" stroke-width="9" marker-mid="url(#a)" style="paint-order: markers"/>',
    "stroke, markers, fill": '<marker id="a" markerWidth="4" markerHeight="4" refX="2" refY="2"><circle cx="2" cy="2" r="2" fill="red"/></marker>'
    '<path d="M20 20H80V80" fill="gold" stroke="black" stroke-width="9" marker-mid="url(#a)" style="paint-order: stroke markers"/>',
    "colours of a use": '<defs><g id="a"><rect width="40" height="80" fill="context-fill" stroke="context-stroke" stroke-width="5"/></g></defs>'
    '<use href="#a" fill="#06c" stroke="gold" x="20" y="9"/>',
    "colours of a line in its markers": '<marker id="a"><path d="M0 0h3v3z" fill="context-stroke"/></marker><path d="M30 30H80" stroke="red" '
    'stroke-width="9" marker-end="url(#a)"/>',
    "pointed corners by their limit": '<path d="M10 20L90 25L10 30" fill="none" stroke="black" stroke-width="6" stroke-miterlimit="20"/>'
    '<path d="M10 60L90 75L10 90" fill="none" stroke="black" stroke-width="6"/>',
    "transform around a point": f'{_BOX} transform="rotate(45) skewX(9)" transform-origin="50% 40"/>',
    "gradient that is turned around a point": f'<linearGradient id="a" gradientTransform="rotate(45)" transform-origin=".5 .5">{_STOPS}'
    f'</linearGradient>{_BOX} fill="url(#a)"/>',
    "clip by the box with a transform": '<clipPath id="c" clipPathUnits="objectBoundingBox" transform="translate(50 -20) rotate(45)">'
    '<rect x=".2" y=".2" width=".6" height=".6"/></clipPath><rect width="100" height="100" fill="#06c" clip-path="url(#c)"/>',
    "clip with a use of a symbol": '<symbol id="s"><rect width="50" height="100"/></symbol><clipPath id="c"><use href="#s"/></clipPath>'
    '<rect width="100" height="100" fill="#06c" clip-path="url(#c)"/><circle r="20"/>',
    "clip of a clip": '<clipPath id="b"><rect width="60" height="60"/></clipPath><clipPath id="a" clip-path="url(#b)"><circle cx="50" cy="50" '
    f'r="30"/></clipPath>{_BOX} clip-path="url(#a)"/>',
    "clip by the box of hidden shapes": '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><g clip-path='
    '"url(#c)"><rect width="60" height="40" fill="teal"/><rect width="90" height="90" visibility="hidden"/></g>',
    "mask with a region": f'<mask id="a" x="0" y="0" width=".5" height="1"><rect width="100" height="100" fill="white"/></mask>{_BOX} mask="url(#a)"/>',
    "mask with a region on the page": '<mask id="a" maskUnits="userSpaceOnUse" x="20" y="30" width="50%" height="20"><rect width="100" height="100" '
    f'fill="white"/></mask>{_BOX} mask="url(#a)"/>',
    "colours with odd values": '<rect width="50" height="100" fill="rgb(120%, 0%, 40%)"/><rect x="50" width="50" height="100" fill="rgb(300, 0, 99)"/>',
    "gradient of a flat line": f'<linearGradient id="a">{_STOPS}</linearGradient><path d="M9 50H91" stroke="url(#a) teal" stroke-width="9"/>',
    "SVG file in an SVG file": "<image x='10' y='10' width='80' height='40' href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
    "viewBox='0 0 10 10'%3E%3Ccircle cx='5' cy='5' r='4' fill='teal'/%3E%3C/svg%3E\"/>",
    "compressed SVG file in an SVG file": f'<image width="80" height="40" href="data:image/svg+xml;base64,{_ZIPPED}"/>',
    "elements of other namespaces": f'<g xmlns="http://example.org/a"><circle r="40"/></g>{_BOX}/>',
    # What shapes cannot show
    "filter as a function": f'{_BOX} fill="teal" style="filter: blur(3px)"/>',
    "mask by opacity": f'<mask id="a" mask-type="alpha"><circle cx="50" cy="50" r="30"/></mask>{_BOX} mask="url(#a)"/>',
    "unusual corners": '<path d="M10 20L90 25L10 30" fill="none" stroke="black" stroke-width="6" stroke-linejoin="miter-clip"/>',
    "colours of a use that are gradients": f'<linearGradient id="g">{_STOPS}</linearGradient><defs><rect id="a" width="40" height="80" '
    'fill="context-fill"/></defs><use href="#a" fill="url(#g)"/>',
    "filter": f'<filter id="a"><feGaussianBlur stdDeviation="4"/></filter>{_BOX} filter="url(#a)" fill="teal"/>',
    "pattern": '<pattern id="a" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="3"/></pattern>'
    f'{_BOX} fill="url(#a)"/>',
    "gradient from outside of its circle": f'<radialGradient id="a" cx=".3" cy=".3" r=".3" fx=".9" fy=".8">{_STOPS}</radialGradient>'
    f'{_BOX} fill="url(#a)"/>',
    "gradient that repeats": f'<linearGradient id="a" x2=".2" spreadMethod="reflect">{_STOPS}</linearGradient>{_BOX} fill="url(#a)"/>',
    "mixed colours": f'<rect width="100" height="100" fill="gold"/><g style="mix-blend-mode:multiply">{_BOX} fill="aqua"/></g>',
}

_FILES: Mapping[str, str] = {
    "no namespace": f'<svg viewBox="0 0 100 100">{_BOX} fill="teal"/></svg>',
    "no size": f'<svg {_NAMESPACE}><rect width="80" height="50" fill="teal"/></svg>',
    "size without a box": f'<svg {_NAMESPACE} width="100" height="80">{_BOX} fill="teal"/></svg>',
    "size in mm without a box": f'<svg {_NAMESPACE} width="25.4mm" height="12.7mm">{_BOX} fill="teal"/></svg>',
    "size in percent without a box": f'<svg {_NAMESPACE} width="100%" height="100%"><rect width="80" height="50"/></svg>',
    "box with an origin": f'<svg {_NAMESPACE} viewBox="-20 -30 150,150">{_BOX} fill="teal"/></svg>',
    "size of other proportions": f'<svg {_NAMESPACE} width="200" height="100" viewBox="0 0 100 100">{_BOX}/></svg>',
    "size of other proportions, stretched": f'<svg {_NAMESPACE} width="200" height="100" viewBox="0 0 100 100" '
    f'preserveAspectRatio="none">{_BOX}/></svg>',
    "background": f'<svg {_NAMESPACE} viewBox="0 0 100 80" style="background-color: #fc3; stroke: red">{_BOX} fill="teal"/></svg>',
    "entities and a document type": '<?xml version="1.0" encoding="utf-8"?><!-- Generator --><!DOCTYPE svg PUBLIC '
    '"-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg '
    f'"http://www.w3.org/2000/svg"><!ENTITY c "#c30">]><svg xmlns="&ns_svg;" viewBox="0 0 100 100">{_BOX} fill="&c;"/></svg>',
    "Inkscape": '<?xml version="1.0" encoding="UTF-8" standalone="no"?><svg xmlns:inkscape="http://www.inkscape.org/'
    'namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:svg="http://www.w3.org'
    f'/2000/svg" {_NAMESPACE} width="100mm" height="100mm" viewBox="0 0 100 100" version="1.1" id="svg5" inkscape:version="1.2">'
    '<sodipodi:namedview id="n" pagecolor="#fff" inkscape:zoom="1"/><defs id="d"><inkscape:path-effect effect="spiro" id="p"/>'
    '</defs><g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" style="display:inline"><path '
    'style="fill:#aa4400;stroke:#000000;stroke-width:2;stroke-linejoin:round;stroke-opacity:1;paint-order:fill markers stroke" '
    f'd="{_STAR}" id="path1" sodipodi:nodetypes="cccc" inkscape:connector-curvature="0"/></g></svg>',
    "Illustrator": f'<svg version="1.1" id="Layer_1" {_NAMESPACE} xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" '
    'viewBox="0 0 100 100" style="enable-background:new 0 0 100 100;" xml:space="preserve"><style type="text/css">.st0{fill:#00A99D;}'
    f'.st1{{fill:none;stroke:#000000;stroke-width:3;stroke-miterlimit:10;}}</style><switch><g>{_BOX} class="st0"/><path class="st1" d="{_STAR}"/></g></switch></svg>',
    "prefixed elements": '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><svg:circle r="60"/></svg:svg>',
    "other prefixes": '<ns0:svg xmlns:ns0="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><ns0:circle r="60"/></ns0:svg>',
    "undeclared prefix": f'<svg {_NAMESPACE} viewBox="0 0 100 100"><defs><circle id="a" r="60"/></defs><use xlink:href="#a"/></svg>',
    "Figma": f'<svg width="100" height="100" viewBox="0 0 100 100" fill="none" {_NAMESPACE}><g clip-path="url(#clip0_1_2)">'
    f'<path fill-rule="evenodd" clip-rule="evenodd" d="{_RINGS}" fill="#5E81F4"/></g><defs><clipPath id="clip0_1_2">'
    '<rect width="100" height="100" fill="white"/></clipPath></defs></svg>',
    "Sketch": f'<svg width="100px" height="100px" viewBox="0 0 100 100" version="1.1" {_NAMESPACE} xmlns:xlink='
    '"http://www.w3.org/1999/xlink"><title>icon</title><defs><rect id="path-1" x="20" y="20" width="60" height="60" rx="8"/></defs>'
    '<g id="Page-1" stroke="none" stroke-width="1" fill="none" fill-rule="evenodd"><mask id="mask-2" fill="white">'
    '<use xlink:href="#path-1"/></mask><use fill="#D8D8D8" xlink:href="#path-1"/><g mask="url(#mask-2)" fill="#417505">'
    '<rect x="0" y="0" width="50" height="100"/></g></g></svg>',
    "game-icons.net": f'<svg {_NAMESPACE} viewBox="0 0 100 100" style="height: 512px; width: 512px;"><path d="M0 0h100v100H0z" '
    f'fill="#000" fill-opacity="1"></path><g class="" transform="translate(0,0)" style=""><path d="{_STAR}" fill="#fff" '
    'fill-opacity="1"></path></g></svg>',
    "Tabler": f'<svg {_NAMESPACE} width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" stroke-linejoin="round" class="icon icon-tabler"><path stroke="none" d="M0 0h24v24H0z" fill="none"/>'
    '<path d="M12 6l4 6l5 -4l-2 10h-14l-2 -10l5 4z"/></svg>',
    "Bootstrap": f'<svg {_NAMESPACE} width="16" height="16" fill="currentColor" class="bi bi-heart" viewBox="0 0 16 16">'
    '<path fill-rule="evenodd" d="M8 1.3C12.4-3.2 23.4 4.7 8 15-7.3 4.7 3.6-3.2 8 1.3"/></svg>',
    "two signs of two shapes": f'<svg {_NAMESPACE} viewBox="0 0 100 100"><path d="{_STAR}"/><path fill="gold" d="M40 40h20v20H40z"/></svg>',
    "animation and scripts that are left out": f'<svg {_NAMESPACE} viewBox="0 0 100 100" onload="x()"><script>alert(1)</script>'
    f'{_BOX} onclick="x()"><animate attributeName="x" to="9"/></rect></svg>',
    "comments and instructions": f'<?xml-stylesheet href="http://x.org/y.css"?>{_OPEN}<!-- a --><?x y?>{_BOX}/></svg><!-- b -->',
    "very small units": f'<svg {_NAMESPACE} viewBox="0 0 1 1"><circle cx=".5" cy=".5" r=".4" stroke="red" stroke-width=".05"/></svg>',
    "very large units": f'<svg {_NAMESPACE} viewBox="0 0 90000 90000"><circle cx="45000" cy="45000" r="40000"/></svg>',
}

SAMPLES = {name: f"{_OPEN}{inside}</svg>" for name, inside in _INSIDE.items()} | dict(_FILES)

AS_PIXELS = (
    "filter", "pattern", "gradient that repeats", "mixed colours", "mask with grey", "filter as a function",
    "mask by opacity", "unusual corners", "gradient from outside of its circle", "colours of a use that are gradients",
)  # fmt: skip
