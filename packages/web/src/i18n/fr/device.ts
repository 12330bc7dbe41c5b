/** A program that is signed in from the browser. */
export const device = {
  title: 'Connecter un programme',
  why: 'Saisissez le code que le programme affiche.',
  code: 'Code',
  next: 'Continuer',
  asks: (program: string | null, address: string) =>
    `${program ?? 'Un programme'}, à l’adresse ${address}, demande à se connecter.`,
  asked: 'demandé',
  consequence: (username: string) =>
    `Il pourra tout ce que peut ${username}, aussi longtemps que cette session. N’acceptez que si vous venez de le lancer vous-même : un code que quelqu’un d’autre vous donne lui ouvre votre compte.`,
  allow: 'Connecter',
  refuse: 'Refuser',
  allowed: 'C’est fait : retournez au programme. Vous pouvez fermer cette page.',
  refused: 'La demande est refusée. Vous pouvez fermer cette page.',
};
