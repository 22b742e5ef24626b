import { AreaField, TextField } from './fields.tsx'
import classes from './form.module.css'
import type { PublicationForm } from './use-publication-form.ts'

/** How it is called, and what stands under that in lists. */
export function TitleFields({ form, label = 'Title' }: { form: PublicationForm; label?: string }) {
  return (
    <>
      <div className={classes.wide}>
        <TextField form={form} name="title" label={label} max={120} isFirst />
      </div>
      <div className={classes.wide}>
        <AreaField
          form={form}
          name="summary"
          label="Summary"
          hint="One or two sentences: what people read in the list."
          max={300}
        />
      </div>
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
  const isChanged = published !== null && slug !== '' && slug !== published
  return (
    <div className={classes.wide}>
      <TextField
        form={form}
        name="slug"
        label="Address of its page"
        prefix={prefix}
        hint={
          published === null ? (
            'Empty: made from the title.'
          ) : isChanged ? (
            <span className={classes.warning}>
              Links, letters and printed codes that lead to {prefix}
              {published} will lead to the new address, until something else is given the old one.
            </span>
          ) : (
            'People may know it by now. A former address leads to the new one.'
          )
        }
      />
    </div>
  )
}
