// The white drawings inside the icons, on a grid of 24 with round strokes of 1.9.
export type Glyph = keyof typeof glyphs

const path = (d: string) => `<path d="${d}"/>`

export const glyphs = {
  landmark: path('M3.5 8 12 3l8.5 5z M5.5 11.5v6 M9.8 11.5v6 M14.2 11.5v6 M18.5 11.5v6 M3 21h18'),
  flask: path('M9 3h6 M10 3v6.2L4.6 18.3A1.8 1.8 0 0 0 6.2 21h11.6a1.8 1.8 0 0 0 1.6-2.7L14 9.2V3 M7.2 14.5h9.6'),
  pen: path('M4 20l1.1-4.4L16.4 4.3a2.3 2.3 0 0 1 3.3 3.3L8.4 18.9z M13 21h8'),
  gantt: path('M3.5 3.5v15a2 2 0 0 0 2 2h15 M8 7.5h7 M10.5 12h6 M14 16.4h5'),
  receipt: path(
    'M5 3l2.3 1.6L9.7 3 12 4.6 14.3 3l2.4 1.6L19 3v18l-2.3-1.6L14.3 21 12 19.4 9.7 21l-2.4-1.6L5 21z M9 9h6 M9 12.2h6 M9 15.4h3.5',
  ),
  plane: path(
    'M20.6 3.4c-.9-.9-2.6-.5-3.6.5L13.4 7.5 5 5.2 3.4 6.8l6.8 3.9-3.3 3.3-2.7-.5-1.2 1.2 3.9 2.4 2.4 3.9 1.2-1.2-.5-2.7 3.3-3.3 3.9 6.8 1.6-1.6-2.3-8.4L20.1 7c1-1 1.4-2.7.5-3.6z',
  ),
  database:
    '<ellipse cx="12" cy="5.5" rx="8" ry="2.8"/>' +
    path('M4 5.5v13c0 1.5 3.6 2.8 8 2.8s8-1.3 8-2.8v-13 M4 12c0 1.5 3.6 2.8 8 2.8s8-1.3 8-2.8'),
  scan: path(
    'M3.5 8V5.5a2 2 0 0 1 2-2H8 M16 3.5h2.5a2 2 0 0 1 2 2V8 M20.5 16v2.5a2 2 0 0 1-2 2H16 M8 20.5H5.5a2 2 0 0 1-2-2V16 M7 12h10',
  ),
  building: path(
    'M6.5 21V4.8A1.8 1.8 0 0 1 8.3 3h7.4a1.8 1.8 0 0 1 1.8 1.8V21 M17.5 10.5h1.7A1.8 1.8 0 0 1 21 12.3v6.9a1.8 1.8 0 0 1-1.8 1.8H4.8A1.8 1.8 0 0 1 3 19.2v-4.9a1.8 1.8 0 0 1 1.8-1.8h1.7 M10.2 7.5h3.6 M10.2 11.5h3.6 M10.4 21v-3.4a1.6 1.6 0 0 1 3.2 0V21',
  ),
  chart: path('M3.5 3.5v15a2 2 0 0 0 2 2h15 M8.5 16.5v-3 M13 16.5V8 M17.5 16.5v-6'),
  globe: '<circle cx="12" cy="12" r="9"/><ellipse cx="12" cy="12" rx="3.8" ry="9"/>' + path('M3 12h18'),
  board: '<rect x="3.5" y="3.5" width="17" height="17" rx="2.4"/>' + path('M8 7.8v8.4 M12 7.8v4.2 M16 7.8v6.4'),
  notebook:
    '<rect x="5.5" y="3" width="14" height="18" rx="2"/>' + path('M3 7.5h4 M3 12h4 M3 16.5h4 M11 8h4.8 M11 12h4.8'),
  neurons:
    '<circle cx="12" cy="5" r="2.2"/><circle cx="5" cy="12" r="2.2"/><circle cx="19" cy="12" r="2.2"/><circle cx="12" cy="19" r="2.2"/>' +
    path('M10.4 6.6 6.6 10.4 M13.6 6.6l3.8 3.8 M6.6 13.6l3.8 3.8 M17.4 13.6l-3.8 3.8 M7.2 12h9.6'),
  lens: '<circle cx="10.5" cy="10.5" r="7"/>' + path('M15.6 15.6 21 21 M7.5 10.5a3 3 0 0 1 3-3'),
  stopwatch: '<circle cx="12" cy="13.5" r="7.5"/>' + path('M9.5 3h5 M12 13.5l3-3 M18.4 7l1.4-1.4'),
  door: path('M3 21h18 M5.5 21V5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v16 M9.5 21V7.2l5.5 1.6V21 M12.6 14.2v.6'),
} as const
