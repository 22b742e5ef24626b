import classes from './form.module.css'

/** A text as the alumni's site shows it. The server has made the HTML safe, as it does for that site. */
export function Prose({ html }: { html: string }) {
  if (html === '') return <div className={classes.paper}>There is no text yet.</div>
  return <div className={classes.paper} data-prose dangerouslySetInnerHTML={{ __html: html }} />
}
