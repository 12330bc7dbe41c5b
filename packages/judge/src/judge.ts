/** From the text of a command to the parts that would run, with their effects. */
import type { JudgedPlace, Judgement } from './judgement.ts';

export function judge(command: string, _place: JudgedPlace): Judgement {
  return {
    parts: [
      {
        text: command.slice(0, 400),
        program: null,
        effects: ['opaque'],
        paths: [],
        secrets: [],
        why: { fr: 'Nul ne peut le dire avant l’exécution.', en: 'Nobody can tell before it runs.' },
      },
    ],
    effects: ['opaque'],
    redirectedSecrets: [],
  };
}
