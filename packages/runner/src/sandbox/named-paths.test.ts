import { expect, it } from 'vitest';
import { namedPaths } from './named-paths.ts';

it.each([
  ['grep -r . /srv/app', '/srv/app'],
  ['grep -r . //srv/app', '//srv/app'],
  ['grep -r . "/srv/my app"', '/srv/my app'],
  ["cat '/srv/été'/*", '/srv/été/'],
  ['cat /srv/app/conf/*', '/srv/app/conf/'],
  ['cat /srv/{a,b}/x', '/srv/'],
  ['cat /srv/$X/x', '/srv/'],
  ['cat ${HOME}/app/*.txt', '$HOME/app/'],
  ['cat $HOME/app/x', '$HOME/app/x'],
  ['cat /srv/"a"pp/x', '/srv/app/x'],
  ['cat /srv/a\\pp/x', '/srv/app/x'],
  ['cat ../other/x', '../other/x'],
  ['cd ..; grep -r .', '..'],
  ['cat app/../../x', 'app/../../x'],
  ['grep -r . ~/app', '~/app'],
  ['A=/srv/app; grep -r . $A', '/srv/app'],
  [`cat ${Array.from({ length: 40 }, (_, at) => `/a/${at}`).join(' ')}`, '/a/39'],
])('%s names %s', (script, path) => {
  expect(namedPaths(script)).toContain(path);
});

it('finds no path in words without one, and has an end', () => {
  expect(namedPaths('git log --oneline -3; echo a..b; ls src/app')).toEqual([]);
  expect(namedPaths('/x '.repeat(10).concat(Array.from({ length: 500 }, (_, at) => `/y/${at} `).join(''))).length).toBe(
    100,
  );
});
