/**
 * A program: the steps that the judge takes for each of the hostile texts, at three sizes, as JSON. In a process of its own,
 * where there are few functions but the judge's to count.
 */
import { judge } from '@synapse/judge';
import { createStepCounter } from './count-steps.ts';
import { HOSTILE } from './hostile-texts.ts';

const PLACE = { cwd: '/srv/app', home: null, isSecret: (name: string) => name.startsWith('S') };

const counter = await createStepCounter(/packages\/(?:judge|shell)\/src\//);
const steps = (text: string) => counter.count(() => judge(text, PLACE));
// What is set up once, with the first command.
await steps('ls');
const counted: Record<string, number[]> = { one: [await steps('ls;'), await steps('ls;'.repeat(101)), 0] };
for (const [kind, text] of Object.entries(HOSTILE)) {
  counted[kind] = [await steps(text(2_048)), await steps(text(8_192)), await steps(text(65_536))];
}
await counter.stop();
process.stdout.write(JSON.stringify(counted));
