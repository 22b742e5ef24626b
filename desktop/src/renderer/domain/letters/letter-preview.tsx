import { useInstitution } from '../../ui/institution/institution.ts'
import classes from './letter-preview.module.css'

type PreviewedLetter = {
  subject: string
  preview?: string
  paragraphs: readonly string[]
  /** Sanitized by the server. */
  html: string
  facts?: readonly { label: string; value: string }[]
  button: { label: string; url: string } | null
  signature?: string
  closing: readonly string[]
  address?: string
}

export function LetterPreview({ letter }: { letter: PreviewedLetter }) {
  const { subject, preview, paragraphs, html, facts = [], button, signature, closing, address } = letter
  const { name, color, support_email } = useInstitution()
  const head = [
    ['Subject', subject],
    ['Preview line', preview],
  ].filter(([, value]) => value)
  return (
    <section aria-label="Preview of the letter" className={classes.letter}>
      <dl className={classes.head}>
        {head.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.paper}>
        <div className={classes.band} style={{ background: color }}>
          {name}
        </div>
        <div className={classes.text}>
          <p className={classes.title}>{subject}</p>
          {paragraphs.map((paragraph, i) => (
            <p key={i}>{paragraph}</p>
          ))}
          <div className={classes.html} dangerouslySetInnerHTML={{ __html: html }} />
          {facts.length > 0 && (
            <dl className={classes.head}>
              {facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          {button && (
            <p>
              <span className={classes.button} style={{ background: color }}>
                {button.label}
              </span>
            </p>
          )}
          {signature && <p className={classes.signature}>{signature}</p>}
          {closing.map((line) => (
            <p key={line} className={classes.small}>
              {line}
            </p>
          ))}
        </div>
      </div>
      <p className={classes.foot}>{[name, address, support_email].filter(Boolean).join(' · ')}</p>
    </section>
  )
}
