/** The version of the agent, as its owner and the service see it. */
import manifest from '../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
