/** The page's own small set of line icons. They are decorative; the text beside them has the meaning. */

const PATHS = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  run: 'M5 5l7 7-7 7M13 19h6',
  executions: 'M4 6h16M4 12h16M4 18h10',
  machine: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
  secret: 'M8 15a4 4 0 1 1 3.5-2L20 13v3h-2v2h-3v-3.5M7.5 11.5h.01',
  alias: 'M4 7h9M4 12h6M4 17h9M17 8l3 4-3 4',
  savings: 'M4 19h16M7 16v-5M12 16V6M17 16V9',
  journal: 'M6 4h12v16H6zM9 8h6M9 12h6M9 16h3',
  project: 'M4 7h6l2 2h8v10H4z',
  admin:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 11a3 3 0 1 0-1-5.8M17 14c2.5.5 4 2.700 4 6',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  check: 'M5 12.500l4.500 4.500L19 7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  plus: 'M12 5v14M5 12h14',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M5 19l1.500-1.500M17.500 6.500L19 5',
  moon: 'M20 14.500A8 8 0 1 1 9.500 4a6.500 6.500 0 0 0 10.500 10.500z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.500-7 8-7s8 3 8 7',
  key: 'M14 10a4 4 0 1 0-3.500 4L12 15.500h2V18h2.500v2.500H20V17l-6.300-6.300M9 9h.01',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  shield: 'M12 3l7 3v6c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2 2 4-4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  commit: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 12h6M16 12h6',
  stop: 'M6 6h12v12H6z',
  idea: 'M9 17h6M10 20h4M8.500 14.500A6 6 0 1 1 15.500 14.500L15 17H9z',
  close: 'M6 6l12 12M18 6L6 18',
  ask: 'M12 3l7 3v6c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9.800 9.500a2.200 2.200 0 1 1 3.200 2c-.7.400-1 .8-1 1.500M12 16h.01',
  freeze:
    'M12 3v18M4.200 7.500l15.600 9M19.800 7.500l-15.600 9M9.500 4.500L12 7l2.500-2.500M9.500 19.500L12 17l2.500 2.500M4 11.500l3.400-.9-.9-3.400M20 12.500l-3.400.9.9 3.400M20 11.500l-3.400-.9.9-3.400M4 12.500l3.400.9-.9 3.400',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 21h4',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  network: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="icon">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
