/** An editor with line numbers, colours, completion, and problems at their lines. Tab leaves it, as it leaves any field. */
import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { StreamLanguage } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { styleNonce } from '../app/nonce.ts';
import { useText } from '../i18n/language.tsx';
import { codeTheme } from './code-theme.ts';
import type { Mode } from './modes.ts';

/** Counted from 1. */
export interface CodeProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface Offer {
  readonly label: string;
  /** What is written; without it, the label. */
  readonly apply?: string;
  /** A few words about it. */
  readonly detail?: string;
}

/** What may follow a text. `from`: where in it the word that is being typed begins. */
export type Complete = (before: string) => { readonly from: number; readonly offers: readonly Offer[] } | null;

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly readOnly?: boolean;
  /** Long lines are wrapped, instead of going out of sight. */
  readonly wraps?: boolean;
  /** Its colours. */
  readonly mode?: (() => Promise<Mode>) | undefined;
  readonly problems?: readonly CodeProblem[];
  readonly complete?: Complete;
  /** Shown while there is nothing. */
  readonly example?: string;
}

const NO_PROBLEMS: readonly CodeProblem[] = [];
/** Set by the page, not typed. */
const FromOutside = Annotation.define<true>();

export function CodeEditor(props: CodeEditorProps) {
  const { value, mode, problems = NO_PROBLEMS } = props;
  const { ui } = useText();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [language] = useState(() => new Compartment());
  /** What the editor has told and the page has not given back yet: the page may be some letters behind. */
  const told = useRef<string[]>([value]);
  const onTyped = useEffectEvent((text: string) => {
    told.current.push(text);
    props.onChange?.(text);
  });
  const onComplete = useEffectEvent((before: string) => props.complete?.(before) ?? null);
  const begin = useEffectEvent((parent: HTMLElement) => {
    const extensions: Extension[] = [
      EditorView.cspNonce.of(styleNonce),
      EditorState.phrases.of({ Completions: ui.code.completions, 'Control character': ui.code.control }),
      EditorView.contentAttributes.of({
        'aria-label': props.label,
        // Long texts are scrolled by keys, too.
        tabindex: '0',
        ...(props.readOnly === true ? { 'aria-readonly': 'true' } : {}),
      }),
      EditorState.readOnly.of(props.readOnly === true),
      ...(props.wraps === true ? [EditorView.lineWrapping] : []),
      ...(props.example === undefined ? [] : [placeholder(props.example)]),
      lineNumbers(),
      lintGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      autocompletion({ override: [completionsFrom(onComplete)], icons: false }),
      typedOverSelection,
      keymap.of([...defaultKeymap, ...historyKeymap]),
      language.of([]),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        const outside = transactions.some((each) => each.annotation(FromOutside) === true);
        if (docChanged && !outside) onTyped(state.doc.toString());
      }),
      codeTheme,
    ];
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) });
  });

  useEffect(() => {
    if (box.current === null) return;
    const created = begin(box.current);
    setView(created);
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const at = told.current.lastIndexOf(value);
    if (view === null || at >= 0) {
      told.current.splice(0, at);
      return;
    }
    told.current = [value];
    const changes = { from: 0, to: view.state.doc.length, insert: value };
    view.dispatch({ changes, annotations: FromOutside.of(true) });
  }, [view, value]);

  useEffect(() => {
    if (view === null || mode === undefined) return;
    let left = false;
    void mode().then((parser) => {
      if (!left) view.dispatch({ effects: language.reconfigure(StreamLanguage.define(parser)) });
    });
    return () => {
      left = true;
    };
  }, [view, mode, language]);

  useEffect(() => {
    if (view === null) return;
    const found = problems.map((problem) => diagnosticOf(view.state.doc, problem));
    view.dispatch(setDiagnostics(view.state, found));
    const [first] = found;
    if (first !== undefined) view.dispatch({ effects: EditorView.scrollIntoView(first.from, { y: 'center' }) });
  }, [view, problems]);

  return <div ref={box} className="code-field" />;
}

/**
 * A browser that types over a selection copies the style of what was there into an attribute, which the page's policy
 * for styles refuses. The editor does it without the browser.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { state } = view;
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false;
    if (state.readOnly || state.selection.main.empty) return false;
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

const completionsFrom =
  (complete: Complete) =>
  ({ state, pos, explicit }: CompletionContext) => {
    const found = complete(state.sliceDoc(0, pos));
    if (found === null || found.offers.length === 0 || (!explicit && found.from === pos && !asksForMore(state, pos))) {
      return null;
    }
    return { from: found.from, options: [...found.offers], validFor: /^[\w.*:-]*$/ };
  };

/** After `key: `, `[` and `{` something must follow, so it is offered before the first letter. */
const asksForMore = (state: EditorState, pos: number): boolean => /[:,[{]\s?$/.test(state.sliceDoc(pos - 2, pos));

/** From the given place to the end of the word, or of the line. */
function diagnosticOf(doc: Text, { line, column, message }: CodeProblem): Diagnostic {
  const place = doc.line(Math.min(Math.max(1, line), doc.lines));
  const from = Math.min(place.to, place.from + Math.max(0, column - 1));
  const word = /^[^\s,\]}]+/.exec(place.text.slice(from - place.from))?.[0] ?? '';
  return { from, to: from + word.length, severity: 'error', message };
}
