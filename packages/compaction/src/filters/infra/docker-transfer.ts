// `docker pull` and `push`, `compose up`: removes layers and intermediate states, keeps how it ended.
import { declareFilter } from '../../declare-filter.ts';

export const dockerTransfer = declareFilter({
  name: 'docker-transfer',
  matches: ({ program, sub, rest }) => {
    const verb = sub === 'compose' ? (rest.find((word) => !word.startsWith('-')) ?? '') : sub;
    return (
      /^(?:docker|podman|docker-compose)$/.test(program) &&
      /^(?:pull|push|up|down|run|start|stop|restart|create|load)$/.test(verb)
    );
  },
  drop: [
    /^\s*[0-9a-f]{12}:? (?:Pulling fs layer|Waiting|Downloading|Verifying Checksum|Download complete|Extracting|Pull complete|Already exists|Preparing|Pushing|Pushed|Layer already exists|Mounted from)\b/,
    /^\s*(?:Container|Network|Volume) \S+ +(?:Creating|Starting|Stopping|Removing|Waiting|Recreate|Restarting)$/,
    /^\s*\S+ Pulling$/,
  ],
  replace: [[/^\s*((?:Container|Network|Volume) \S+) +/, '$1 ']],
});
