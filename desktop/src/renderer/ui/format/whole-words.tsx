import { splitTitle } from '@alumni/shared/split-title'
import { Fragment } from 'react'

/** Renders a title without line breaks inside short hyphenated words such as "e-mail". */
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
