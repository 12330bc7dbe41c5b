/** What stands for the machine in entries about no command: changes of a policy. No slug looks like it. */
export const NO_MACHINE = '-';
