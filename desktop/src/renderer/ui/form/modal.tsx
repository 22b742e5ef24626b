import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useRef, useState, type ReactNode } from 'react'

type Question = { title: string; content: ReactNode; onClose: () => void; focused: Element | null }

const openModals: ((question: Question | undefined) => void)[] = []

/**
 * Asks a question in the open dialog and then restores the dialog's content, or in a new dialog if none is open.
 * `content` receives a function that closes the question.
 */
export function askQuestion(
  title: string,
  content: (close: () => void) => ReactNode,
  onClose: () => void = () => {},
): void {
  const showQuestion = openModals.at(-1)
  if (showQuestion) {
    return showQuestion({
      title,
      content: content(() => showQuestion(undefined)),
      onClose,
      focused: document.activeElement,
    })
  }
  const id: string = modals.open({ title, children: content(() => modals.close(id)), onClose })
}

/** Renders a modal dialog, which `askQuestion` can replace with a question for a while. */
export function Modal({ opened: isOpen = true, title, onClose, children, ...props }: Partial<ModalProps>) {
  const [question, setQuestion] = useState<Question>()
  const questionBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    openModals.push(setQuestion)
    return () => {
      openModals.splice(openModals.indexOf(setQuestion), 1)
      setQuestion(undefined)
    }
  }, [isOpen])
  useEffect(() => {
    if (!question) return
    const { focused, onClose: onClosed } = question
    questionBox.current?.querySelector<HTMLElement>('[data-autofocus], input')?.focus()
    return () => {
      onClosed()
      if (focused instanceof HTMLElement) focused.focus()
    }
  }, [question])
  return (
    <MantineModal
      {...props}
      opened={isOpen}
      title={question?.title ?? title}
      onClose={() => (question ? setQuestion(undefined) : onClose?.())}
      centered
    >
      <div hidden={question !== undefined}>{children}</div>
      {question && <div ref={questionBox}>{question.content}</div>}
    </MantineModal>
  )
}
