/** A form that checks its fields itself: what is wrong stands under the field, in the page's language. */

import { useMergedRef } from '@mantine/hooks';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../i18n/language.tsx';
import { fieldProblem } from './field-problem.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Props {
  readonly onSubmit: (form: FormData) => void;
  readonly children: ReactNode;
  readonly autoComplete?: 'off' | undefined;
  readonly className?: string;
  readonly ref?: Ref<HTMLFormElement>;
  /** Which form it is, for those who look for it. */
  readonly 'data-channel'?: string;
}

const FormCheck = createContext<() => FormData | null>(() => null);

/** For a button that uses what is typed without sending it: the form if nothing in it is wrong, else what is wrong is shown. */
export const useFormCheck = (): (() => FormData | null) => useContext(FormCheck);

export function Form({ onSubmit, children, ref, ...form }: Props) {
  const { ui } = useText();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const merged = useMergedRef(ref, element);
  const [wrong, setWrong] = useState<readonly Field[]>([]);
  useEffect(() => {
    for (const field of wrong) describe(field, id, true);
    return () => {
      for (const field of wrong) describe(field, id, false);
    };
  }, [wrong, id]);
  const check = (): FormData | null => {
    if (element.current === null) return null;
    const fields = [...element.current.elements].filter(isWrong);
    setWrong(fields);
    fields[0]?.focus();
    return fields.length === 0 ? new FormData(element.current) : null;
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A dialog that was opened from within a form is a form of its own.
    event.stopPropagation();
    const typed = check();
    if (typed !== null) onSubmit(typed);
  };
  /** What has been corrected is not reproached any longer; nothing new is, before the form is sent again. */
  const recheck = (): void => {
    if (wrong.length === 0) return;
    // After the field's own part of the page has taken the change.
    queueMicrotask(() => setWrong((now) => now.filter((field) => field.isConnected && isWrong(field))));
  };
  return (
    <form
      {...form}
      ref={merged}
      noValidate
      onSubmit={submit}
      onInput={recheck}
      onChange={recheck}
      onReset={() => setWrong([])}
    >
      <FormCheck value={check}>{children}</FormCheck>
      {wrong.map((field, index) =>
        createPortal(
          <p id={`${id}-${field.name}`} className="field-problem" role="alert">
            {fieldProblem(field, ui.validity)}
          </p>,
          placeOf(field),
          `${field.name} ${index}`,
        ),
      )}
    </form>
  );
}

function isWrong(element: Element): element is Field {
  return 'validity' in element && (element as Field).willValidate && !(element as Field).validity.valid;
}

/** Under the field; a field without a frame of its own, as the chips of the console, under what it belongs to. */
const placeOf = (field: Field): Element =>
  field.closest('.mantine-InputWrapper-root, .editor') ?? field.parentElement ?? document.body;

function describe(field: Field, id: string, wrong: boolean): void {
  const problem = `${id}-${field.name}`;
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== problem);
  const all = (wrong ? [...others, problem] : others).filter((each) => each !== '');
  if (all.length === 0) field.removeAttribute('aria-describedby');
  else field.setAttribute('aria-describedby', all.join(' '));
  if (wrong) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}
