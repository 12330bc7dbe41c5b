/** Containers of a real podman, through the `podman` program of a local and of an ssh machine. */
import { locate } from '../engines/engines.ts';
import { findPodman, startPodman } from '../engines/podman.ts';
import { describeContainers } from './container-rigs.ts';

// Podman closes the output of an exec with its first process: a child that prints later dies of it.
describeContainers(await locate('podman', findPodman), startPodman, { lateOutput: false });
