import { Fragment } from 'react'

/** An e-mail address that breaks before its @ or its dots where it does not fit, rather than inside a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
