/** Which sandboxes leave nothing to be wished for. */

/** They have namespaces of their own. Where it is another one, the package bubblewrap would give more. */
export const BEST_SANDBOXES: readonly string[] = ['bubblewrap', 'user-namespaces'];
