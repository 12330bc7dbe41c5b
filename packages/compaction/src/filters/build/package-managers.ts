// composer, bundle, gem, brew and the rest: what was installed and warned of, without downloads and progress.
import { declareFilter } from '../../declare-filter.ts';

export const composer = declareFilter({
  name: 'composer',
  matches: ({ program, sub }) =>
    program === 'composer' && /^(?:i|u|install|update|require|remove|upgrade|create-project|dump-autoload)$/.test(sub),
  drop: [
    /^\s+- Downloading /,
    /^\s*\d+\/\d+ \[[=>-]+\]\s+\d+%$/,
    /^\d+ packages? you are using (?:is|are) looking for funding\.$/,
    /^Use the `composer fund` command/,
    /^Verifying lock file contents can be installed/,
    /^(?:Loading composer repositories|Updating dependencies|Writing lock file|Generating (?:optimized )?autoload files)/,
  ],
  replace: [
    [
      /^ {2}- (Installing|Upgrading|Downgrading|Removing|Locking) (.*?)(?:: (?:Extracting archive|Loading from cache|Cloning \S+(?: from cache)?))?$/,
      '$1 $2',
    ],
  ],
});

export const bundle = declareFilter({
  name: 'bundle',
  matches: ({ program, sub }) =>
    (program === 'bundle' && /^(?:|install|update)$/.test(sub)) || (program === 'gem' && sub === 'install'),
  drop: [
    /^Using \S+ \S+/,
    /^Fetching (?:gem metadata|\S+ \S+$)/,
    /^Resolving dependencies\.\.\./,
    /^(?:Parsing|Installing ri) documentation for /,
    /^Done installing documentation/,
  ],
});

export const artisan = declareFilter({
  name: 'artisan',
  matches: ({ program, sub }) => program === 'artisan' && sub !== 'test',
  replace: [[/ ?\.{4,} ?/, ' … ']],
});
