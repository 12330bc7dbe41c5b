/** The executor for machines that connect to us: a real service, a real agent process, one real link between them. */
import { startAgentRig } from '../agents/agent-rig.ts';
import { describeExecutor } from './suite.ts';

describeExecutor(
  'agent',
  async () => {
    const { executor, scratch, restartAgent, stop } = await startAgentRig();
    return { executor, container: null, scratch, reboot: restartAgent, vanish: () => restartAgent(), stop };
  },
  { reboot: true, vanish: true, asksBeforeStart: false },
);
