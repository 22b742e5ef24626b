import classes from './form.module.css'

/** A text as the alumni's site shows it; the server has sanitized the HTML. */
export function Prose({ html }: { html: string }) {
  if (html === '') return <div className={classes.paper}>There is no text yet.</div>
  return <div className={classes.paper} data-prose dangerouslySetInnerHTML={{ __html: html }} />
}
