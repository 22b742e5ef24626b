import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useEffect, useRef, useState, type ReactNode } from 'react'

type Question = { title: string; content: ReactNode; onClose: () => void; focused: Element | null }

const opened: ((question: Question | undefined) => void)[] = []

/**
 * Replaces the content of the open dialog with a question and restores it afterwards; without one, opens a dialog.
 * `content` gets the function that closes the question; `onClose` is called however it was closed.
 */
export function askQuestion(
  title: string,
  content: (close: () => void) => ReactNode,
  onClose: () => void = () => {},
): void {
  const show = opened.at(-1)
  if (show) {
    return show({ title, content: content(() => show(undefined)), onClose, focused: document.activeElement })
  }
  const id: string = modals.open({ title, children: content(() => modals.close(id)), onClose })
}

/** A dialog over the page. What is asked while it is open is asked in it. */
export function Modal({ opened: isOpen = true, title, onClose, children, ...props }: Partial<ModalProps>) {
  const [question, setQuestion] = useState<Question>()
  const asked = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    opened.push(setQuestion)
    return () => {
      opened.splice(opened.indexOf(setQuestion), 1)
      setQuestion(undefined)
    }
  }, [isOpen])
  useEffect(() => {
    if (!question) return
    const { focused, onClose: onClosed } = question
    asked.current?.querySelector<HTMLElement>('[data-autofocus], input')?.focus()
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
      {question && <div ref={asked}>{question.content}</div>}
    </MantineModal>
  )
}
