import { splitTitle } from '@alumni/shared/split-title'
import { Fragment } from 'react'

/** A title in which short hyphenated words, such as "e-mail" and "first-year", are not broken. */
export function WholeWords({ text }: { text: string }) {
  return splitTitle(text).map((word, index) =>
    word.isWhole ? (
      <span key={index} className="whole">
        {word.text}
      </span>
    ) : (
      <Fragment key={index}>{word.text}</Fragment>
    ),
  )
}
