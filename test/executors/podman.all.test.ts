/** Machines of kind docker whose engine is a real podman. */
import { locate } from '../engines/engines.ts';
import { findPodman, startPodman } from '../engines/podman.ts';
import { describeEngineExecutor } from './engine-suite.ts';

describeEngineExecutor(await locate('podman', findPodman), startPodman, {
  // Its monitor closes the pipes of an exec with the shell: a child that prints later finds a closed one.
  lateOutput: false,
});
