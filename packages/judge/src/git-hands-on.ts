/** Which words of `git` only reach a repository. */

const TALKS = /^(?:clone|fetch|pull|push|ls-remote|remote)$/;
/** Options that neither name a program nor a setting that does. */
const PLAIN_OPTIONS =
  /^(?:--(?:depth|branch|origin|jobs|sort|shallow-since|deepen|refmap)=[\w./:-]+|--(?:all|atomic|bare|branches|delete|dry-run|ff-only|follow-tags|force|force-with-lease|get-url|heads|mirror|no-checkout|no-rebase|no-tags|no-verify|porcelain|progress|prune|quiet|rebase|refs|set-upstream|single-branch|symref|tags|unshallow|verbose|depth|branch|origin)|-[abdfnpqtv]|--)$/;
const HEADER = /^http\.(?:[\w:/.@*-]+\.)?extraheader=/i;

/** Whether these words of `git` only reach a repository: nothing in them names another program, or a setting that does. */
export function gitHandsOn(words: readonly string[]): boolean {
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 1) {
    const option = words[at]!;
    if (option === '--no-pager') continue;
    at += 1;
    if (option !== '-C' && !(option === '-c' && HEADER.test(words[at] ?? ''))) return false;
  }
  const sub = words[at] ?? '';
  return (
    TALKS.test(sub) &&
    words.slice(at + 1).every((word) => {
      if (word.startsWith('-')) return PLAIN_OPTIONS.test(word) || (word === '-u' && sub === 'push');
      // `ext::program` and its like.
      return !/^[\w+.-]+::/.test(word);
    })
  );
}
