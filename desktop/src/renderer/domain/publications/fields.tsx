import { Checkbox, NumberInput, Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TheirValue } from '../../ui/form/edit-form.tsx'
import { LimitedArea, LimitedInput } from '../../ui/form/limited-input.tsx'
import type { PublicationForm, Typed } from './use-publication-form.ts'
import classes from './form.module.css'

export type FieldProps = {
  form: PublicationForm
  name: string
  label: string
  hint?: ReactNode
  /** Over both columns of its group. */
  isWide?: boolean
}

/** Returns the common props: the label, error and hint, and the value that another person has saved. */
export function common(
  { form, name, label, hint, isWide = false }: FieldProps,
  describe: (value: Typed[string]) => string = String,
) {
  const theirs = form.theirsOf(name)
  return {
    label,
    error: form.wrong[name],
    autoComplete: 'off',
    className: isWide ? classes.wide : undefined,
    descriptionProps: { component: 'div' },
    description: hint,
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        {theirs !== undefined && (
          <TheirValue field={label} value={describe(theirs) || null} onTake={() => form.set(name, theirs)} />
        )}
      </>
    ),
  }
}

type TextProps = FieldProps & {
  type?: 'text' | 'date' | 'datetime-local'
  isFirst?: boolean
  max?: number
  prefix?: string
}

export function TextField({ type = 'text', isFirst = false, max, prefix = '', ...field }: TextProps) {
  const { form, name } = field
  return (
    <LimitedInput
      {...common(field)}
      {...(prefix && {
        leftSection: (
          <Text span fz={13} className="muted">
            {prefix}
          </Text>
        ),
        leftSectionWidth: `${prefix.length * 0.5 + 1.4}em`,
      })}
      type={type}
      limit={max}
      autoFocus={isFirst}
      value={String(form.typed[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

export function AreaField({ max, ...field }: FieldProps & { max?: number }) {
  const { form, name } = field
  return (
    <LimitedArea
      {...common(field)}
      autosize
      minRows={2}
      maxRows={6}
      limit={max}
      value={String(form.typed[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

export function NumberField(field: FieldProps) {
  const { form, name } = field
  return (
    <NumberInput
      {...common(field)}
      size="sm"
      min={0}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={form.typed[name] as number | string}
      onChange={(value) => form.set(name, value)}
    />
  )
}

type ChoiceProps = FieldProps & {
  choices: readonly { value: string; label: string }[]
  isSearchable?: boolean
  canBeNone?: boolean
  placeholder?: string
}

export function ChoiceField({ choices, isSearchable = false, canBeNone = false, placeholder, ...field }: ChoiceProps) {
  const { form, name } = field
  return (
    <Select
      {...common(field, (theirs) => choices.find(({ value }) => value === String(theirs))?.label ?? String(theirs))}
      data={choices}
      value={String(form.typed[name]) || null}
      placeholder={placeholder}
      searchable={isSearchable}
      clearable={canBeNone}
      allowDeselect={canBeNone}
      clearButtonProps={{ 'aria-label': 'None' }}
      nothingFoundMessage="Nothing matches"
      onChange={(to) => form.set(name, to ?? '')}
    />
  )
}

type CommunityFieldProps = { form: PublicationForm; communities: readonly { id: number; name: string }[] }

/** The community to which something belongs; none is everybody. */
export function CommunityField({ form, communities }: CommunityFieldProps) {
  return (
    <ChoiceField
      form={form}
      name="community_id"
      label="Community"
      hint="Leave empty for everyone."
      placeholder="Everyone"
      canBeNone
      isSearchable
      choices={communities.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

export function SwitchField({ form, name, label }: FieldProps) {
  const theirs = form.theirsOf(name)
  return (
    <Checkbox
      className={classes.wide}
      label={label}
      description={theirs !== undefined && `Theirs: ${theirs ? 'yes' : 'no'}`}
      checked={form.typed[name] === true}
      onChange={(event) => form.set(name, event.currentTarget.checked)}
    />
  )
}

/** How it is called, and what stands under that in lists. */
export function TitleFields({ form, label = 'Title' }: { form: PublicationForm; label?: string }) {
  return (
    <>
      <TextField form={form} name="title" label={label} max={120} isFirst isWide />
      <AreaField
        form={form}
        name="summary"
        label="Summary"
        hint="One or two sentences that people read in the list."
        max={300}
        isWide
      />
    </>
  )
}

type AddressFieldProps = {
  form: PublicationForm
  /** Such as `/events/`. */
  prefix: string
  /** The address that people may know; null while it is a draft. */
  published: string | null
}

/** The address of its page. Changing one that people know says what that means. */
export function AddressField({ form, prefix, published }: AddressFieldProps) {
  const slug = String(form.typed.slug)
  const isChanged = slug !== '' && slug !== published
  const hintOfPublished = isChanged ? (
    <span className="warning">
      Links, letters and printed codes for {prefix}
      {published} will go to the new address, unless something else gets the old one.
    </span>
  ) : (
    'People may already know it. The old address will lead to the new one.'
  )
  const hint = published === null ? 'Leave empty to make it from the title.' : hintOfPublished
  return <TextField form={form} name="slug" label="Address of its page" prefix={prefix} hint={hint} max={100} isWide />
}

export function Group({ name, about, children }: { name: string; about?: string; children: ReactNode }) {
  return (
    <fieldset className={`frame ${classes.group}`}>
      <legend>{name}</legend>
      {about && <p className="muted">{about}</p>}
      <div className={classes.fields}>{children}</div>
    </fieldset>
  )
}
