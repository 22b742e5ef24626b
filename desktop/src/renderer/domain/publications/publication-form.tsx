import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { PublicationForm } from './use-publication-form.ts'
import classes from './form.module.css'

type Props = {
  form: PublicationForm
  /** What the button says. */
  submit: string
  onCancel: () => void
  /** What saving does beside saving. */
  warning?: ReactNode
  children: ReactNode
}

/** The frame of the form in which staff write. */
export function PublicationFormFrame({ form, submit, onCancel, warning, children }: Props) {
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    form.submit()
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {form.refusal && (
        <Alert
          tone={form.isOvertaken ? 'warn' : 'bad'}
          title={form.isOvertaken ? 'Somebody else was faster' : 'Nothing has been saved'}
          isAlert
        >
          {form.refusal}
          {form.isOvertaken && ' What they wrote stands under each field that differs. Saving again replaces it.'}
        </Alert>
      )}
      {children}
      {warning}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isPending}>
          {form.isOvertaken ? 'Save mine' : submit}
        </Button>
      </div>
    </form>
  )
}

export function Group({ name, about, children }: { name: string; about?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      {about && <p className="muted">{about}</p>}
      <div className={classes.fields}>{children}</div>
    </fieldset>
  )
}
