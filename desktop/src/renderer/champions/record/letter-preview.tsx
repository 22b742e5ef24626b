import type { LetterPreview } from '@alumni/shared/champions/letters'
import { useInstitution } from '../../ui/institution/institution.ts'
import classes from './letter-preview.module.css'

/** The letter as a mail program shows it. */
export function LetterAsItArrives({ letter: { to, subject, paragraphs, button, closing } }: { letter: LetterPreview }) {
  const { name, color, support_email } = useInstitution()
  return (
    <section aria-label="The letter as it arrives" className={classes.letter}>
      <dl className={classes.head}>
        <dt>To</dt>
        <dd>{to}</dd>
        <dt>Subject</dt>
        <dd>{subject}</dd>
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
          {button && (
            <>
              <p>
                <span className={classes.button} style={{ background: color }}>
                  {button.label}
                </span>
              </p>
              <p className={classes.small}>Or copy this address into your browser: {button.url}</p>
            </>
          )}
          {closing.map((sentence) => (
            <p key={sentence} className={classes.small}>
              {sentence}
            </p>
          ))}
        </div>
      </div>
      <p className={classes.foot}>
        {name} · {support_email}
      </p>
    </section>
  )
}
