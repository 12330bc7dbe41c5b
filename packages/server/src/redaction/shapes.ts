/** Private data that is known by its shape, whoever it belongs to: what it is called, and where it stands in a text. */

export interface Shape {
  /** Shown behind `hidden: `, where one stood. */
  readonly kind: string;
  /** The first group, where there is one, is what is hidden. Each is read in steps that grow with the text alone. */
  readonly form: RegExp;
  /** What has this form and is no secret: an example, a variable, a text of a program. */
  readonly except?: RegExp;
}

/** Words that stand where a password would, in examples and templates; and what a program would put there itself. */
const EXAMPLE =
  /^(?:[$<%{*(.[\\]|x{3}|\d{1,5}$|(?:your|my|some|the|an?|test|dummy|fake|example|sample|change|replace|insert|enter|placeholder|redacted|hidden|todo|none|null|nil|undefined|true|false|yes|no|on|off|empty|default|optional|required|env|process|os|self|this|config|settings|options|args|params|req|ctx|data|password|passwd|pass|pwd|secret|token|user|username|postgres|root|admin|guest)(?:[^A-Za-z0-9]|\d{0,3}$))/i;

/** Names that end like this hold a secret. */
const HOLDS_SECRET =
  '(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|SECRET_?KEY|PRIVATE_?KEY|_PWD|_PASS)';

export const SHAPES: readonly Shape[] = [
  {
    kind: 'private key',
    form: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[nr]){1,4}(?:[A-Za-z-]{1,20}: [^\n\\]{0,100}|[A-Za-z0-9+/=]{20,100})){1,400}(?:(?:\s|\\[nr]){0,4}[A-Za-z0-9+/=]{0,76}(?:\s|\\[nr]){0,4}-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'password hash', form: /\$(?:6|5|y|gy|7|1|apr1|2[abxy])\$[./A-Za-z0-9$=,]{20,200}/g },
  { kind: 'json web token', form: /\beyJ[\w-]{10,4000}\.eyJ[\w-]{10,4000}\.[\w-]{16,1000}/g },
  { kind: 'access key', form: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, except: /EXAMPLE$/ },
  {
    kind: 'token',
    form: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255}|glpat-[\w-]{20,255}|npm_[A-Za-z0-9]{36}|pypi-AgE[\w-]{50,255}|[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}|AIza[\w-]{35})/g,
  },
  { kind: 'token', form: /\bsk-(?=[\w-]{0,100}\d)(?=[\w-]{0,100}[A-Z])[\w-]{20,255}/g },
  { kind: 'token', form: /\bxox[abeoprs]-(?=[\w-]{0,50}\d)[A-Za-z0-9-]{10,255}/g },
  {
    kind: 'password',
    form: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"`]{1,100}:([^\s@/'"`]{3,200})@[\w.[{$-]/gi,
    except: EXAMPLE,
  },
  // A line of an env file, or of a list of variables.
  {
    kind: 'password',
    form: new RegExp(
      `(?:^|\\n|")(?:[ \\t]{0,8}(?:export |ENV |- )?)["']?[A-Z0-9_]{0,60}${HOLDS_SECRET}=["']?([^\\s"'\`(){}<>\\\\,;]{6,500})["']?,?(?=\\r?\\n|$|")`,
      'g',
    ),
    except: EXAMPLE,
  },
  // A line of an ini file.
  {
    kind: 'password',
    form: new RegExp(
      `(?:^|\\n)[ \\t]{0,8}[a-z0-9_.-]{0,60}${HOLDS_SECRET.toLowerCase()}(?:=|[ \\t]{1,8}=[ \\t]{1,8}(?=[^\\s]{0,100}[^\\w\\s.]|[^\\s]{12}))(?=[^\\s]{0,100}\\d)([^\\s"'\`(){}<>[\\]\\\\,;]{6,500})(?=\\r?\\n|$)`,
      'g',
    ),
    except: EXAMPLE,
  },
];

/** Without one of these in it, no text has any of them. */
export const HINT =
  /-----BEGIN |\$(?:6|5|y|gy|7|1|apr1|2[abxy])\$|eyJ|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|npm_|pypi-|[rs]k[_-]|AIza|xox[abeoprs]-|:\/\/[^\s:@/]{1,100}:|(?:PASS|PWD|SECRET|TOKEN|KEY|pass|pwd|secret|token|key)[A-Za-z]{0,9}\s{0,8}=/;

/** The end of a text in which one may have begun that is not whole yet. */
export const OPEN =
  /(?:\$(?:6|5|y|gy|7|1|apr1|2[abxy])\$[./A-Za-z0-9$=,]*|\beyJ[\w.-]*|\b(?:AKIA|ASIA)[A-Z0-9]*|\b(?:gh[pousr]_|github_pat_|glpat-|npm_|pypi-|[rs]k[_-]|AIza|xox[abeoprs]-)[\w-]*|:\/\/[^\s:@/'"`]{1,100}:[^\s@/'"`]*@?|(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|KEY|_PWD|_PASS)(?:=|[ \t]{1,8}=[ \t]{1,8})["']?[^\s"'`]*["']?,?\r?)$/i;
/** That long at most. */
export const OPEN_SPAN = 1_024;
/** A key is longer. */
export const KEY_BEGINS = '-----BEGIN ';
export const KEY_SPAN = 16_384;
