/**
 * Visits a list of commands in the order of the text, compound ones included, but does not enter the parts of words.
 */
import type { Command, Heredoc, List, Part, Pipeline, SimpleCommand, Word } from './syntax-tree.ts';

export interface Visitor {
  /** Called for every pipeline, also one of a single command, before its commands. */
  pipeline?(pipeline: Pipeline): void;
  /** Called for every command, before its contents. */
  command?(command: Command): void;
  simple?(command: SimpleCommand): void;
  /** Called for every word: arguments, assignments, targets of redirections, patterns, names. */
  word?(word: Word): void;
  heredoc?(heredoc: Heredoc): void;
  /** Called for the inside of `((…))`. */
  arithmetic?(parts: readonly Part[]): void;
}

export function visitList(list: List, visitor: Visitor): void {
  for (const { pipeline } of list.items) {
    visitor.pipeline?.(pipeline);
    for (const command of pipeline.commands) visitCommand(command, visitor);
  }
}

export function visitCommand(command: Command, visitor: Visitor): void {
  visitor.command?.(command);
  const words = (all: readonly Word[]): void => {
    for (const word of all) visitor.word?.(word);
  };
  switch (command.kind) {
    case 'simple':
      visitor.simple?.(command);
      for (const { word, elements } of command.assignments) words([word, ...(elements ?? [])]);
      words(command.words);
      break;
    case 'if':
      for (const { test, body } of command.branches) for (const list of [test, body]) visitList(list, visitor);
      if (command.otherwise !== null) visitList(command.otherwise, visitor);
      break;
    case 'while':
    case 'until':
      for (const list of [command.test, command.body]) visitList(list, visitor);
      break;
    case 'for':
    case 'select':
      visitor.arithmetic?.(command.arithmetic);
      words([...(command.variable === null ? [] : [command.variable]), ...(command.words ?? [])]);
      visitList(command.body, visitor);
      break;
    case 'case':
      words([command.subject]);
      for (const { patterns, body } of command.clauses) {
        words(patterns);
        visitList(body, visitor);
      }
      break;
    case 'function':
      words([command.name]);
      visitCommand(command.body, visitor);
      break;
    case 'coprocess':
      visitCommand(command.body, visitor);
      break;
    case 'double-brackets':
      words(command.words);
      break;
    case 'arithmetic':
      visitor.arithmetic?.(command.parts);
      break;
    case 'subshell':
    case 'group':
      visitList(command.body, visitor);
  }
  for (const { target, heredoc } of command.redirections) {
    if (target !== null) words([target]);
    if (heredoc !== null) visitor.heredoc?.(heredoc);
  }
}
