import { MCP_PATH } from '@synapse/contract/kits';

/** The address that clients are given: the short list of tools and text answers, or all of them where that was chosen. */
export const endpoint = (url: string, all = false): string =>
  `${url}${MCP_PATH}${all ? '' : '?tools=core&answers=text'}`;
