/** The name under which the tools that are not listed can be reached. */
export const MORE_TOOL = 'synapse_more';
