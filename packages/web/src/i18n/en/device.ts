/** A program that is signed in from the browser. */
import type { Catalogue } from '../catalogue.ts';

export const device: Catalogue['device'] = {
  title: 'Sign a program in',
  why: 'Type the code that the program shows.',
  code: 'Code',
  next: 'Continue',
  asks: (program, address) => `${program ?? 'A program'} at the address ${address} asks to be signed in.`,
  asked: 'asked',
  consequence: (username) =>
    `It will be able to do all that ${username} can, as long as this session lasts. Accept only if you have just started it yourself: a code that somebody else gives you opens your account to them.`,
  allow: 'Sign in',
  refuse: 'Refuse',
  allowed: 'Done: go back to the program. You can close this page.',
  refused: 'The request is refused. You can close this page.',
};
