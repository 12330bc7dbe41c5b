/** A dialog over the page. Escape and the close button close it; the focus returns to where it was. */
import { Modal, type ModalProps } from '@mantine/core';
import { useText } from '../i18n/language.tsx';

export type DialogProps = Pick<ModalProps, 'title' | 'opened' | 'onClose' | 'size' | 'children'>;

export function Dialog(props: DialogProps) {
  const { ui } = useText();
  return <Modal {...props} closeButtonProps={{ 'aria-label': ui.close }} />;
}
