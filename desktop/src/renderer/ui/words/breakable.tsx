import { Fragment } from 'react'

/** Allows an e-mail address to break before its @ and dots. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
