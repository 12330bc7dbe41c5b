// cmake configuring: removes what was found and detected; keeps what was not found, warnings and errors.
import { declareFilter } from '../../declare-filter.ts';

export const cmake = declareFilter({
  name: 'cmake',
  matches: ({ program, args }) => program === 'cmake' && !args.includes('--build'),
  drop: [
    /^-- (?:Detecting|Check for working|The \w+ compiler identification is|Check if the system is|Check size of \S+(?: - done)?$)/,
    /^-- (?:Performing Test|Looking for|Checking) \S.*?(?: - (?:Success|found|yes|done|works|skipped))?$(?<! - (?:Failed|not found|no))/,
    /^-- Found \S+: /,
    /^See also ".*CMakeFiles\/CMake(?:Output|Error|Configure)\S*"\.$/,
  ],
});
