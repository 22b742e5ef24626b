import classes from './form.module.css'

/** Renders the text of a publication. `html` must be sanitized already, as the server does. */
export function Prose({ html }: { html: string }) {
  if (html === '') return <div className={classes.paper}>There is no text yet.</div>
  return <div className={classes.paper} data-prose dangerouslySetInnerHTML={{ __html: html }} />
}
