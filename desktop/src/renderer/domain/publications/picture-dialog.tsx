import { useState } from 'react'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { PhotoChoice, photoHint, usePhotoUpload } from './photo-field.tsx'

/** Uploads a photo for a text, with the words for those who cannot see it. */
export function PictureDialog({ onPicture, onClose }: { onPicture: (markdown: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const upload = usePhotoUpload(setName)
  // These would end the text early.
  const alt = words.replace(/[[\]\n]/g, ' ').trim()
  return (
    <Dialog
      title="A picture in the text"
      onClose={onClose}
      cancel="Cancel"
      submit="Insert"
      isDisabled={!name}
      onSubmit={() => {
        setAsked(true)
        if (alt) onPicture(`\n\n![${alt}](/photos/${name})\n\n`)
      }}
    >
      <PhotoChoice name={name} alt={alt} upload={upload} />
      <p className="muted">{photoHint}</p>
      {upload.error && (
        <Alert tone="bad" isAlert>
          {upload.error.message}
        </Alert>
      )}
      <LimitedInput
        label="What it shows"
        description="Read aloud to people who cannot see it."
        error={isAsked && !alt && 'Describe the picture.'}
        limit={200}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </Dialog>
  )
}
