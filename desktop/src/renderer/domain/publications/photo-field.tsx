import { pictureKinds } from '@alumni/shared/publications/cards'
import { photoPath, photoSize } from '@alumni/shared/publications/photos'
import { Button, FileButton, Input } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { ChoiceField, TextField, TheirText } from './fields.tsx'
import classes from './form.module.css'
import { photoFiles, photoHint, usePhotoUpload } from './photo-upload.ts'
import { pictureWords } from './picture-words.ts'
import type { PublicationForm } from './use-publication-form.ts'

/** The photo beside a text with the words for it; without one, what is drawn. */
export function PictureFields({ form }: { form: PublicationForm }) {
  const photo = String(form.typed.photo)
  const upload = usePhotoUpload((name) => form.set('photo', name))
  const theirs = form.theirsOf('photo')
  return (
    <>
      <Input.Wrapper
        className={classes.wide}
        label="Photo"
        labelElement="div"
        description={photo ? undefined : photoHint}
        error={upload.error?.message ?? form.wrong.photo}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      >
        <div className={classes.photo}>
          {photo && (
            <img
              src={photoPath(photo, 400)}
              width={photoSize(photo).width}
              height={photoSize(photo).height}
              alt={String(form.typed.photo_alt)}
            />
          )}
          <FileButton accept={photoFiles} onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={upload.isPending}
                leftSection={<IconPhotoPlus size={16} stroke={1.6} aria-hidden />}
              >
                {photo ? 'Choose another photo' : 'Upload a photo'}
              </Button>
            )}
          </FileButton>
          {photo && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
              onClick={() => {
                form.set('photo', '')
                form.set('photo_alt', '')
              }}
            >
              Remove it
            </Button>
          )}
        </div>
        {theirs !== undefined && (
          <TheirText text={theirs ? 'another photo' : 'no photo'} onTake={() => form.set('photo', theirs)} />
        )}
      </Input.Wrapper>
      {photo ? (
        <div className={classes.wide}>
          <TextField
            form={form}
            name="photo_alt"
            label="What the photo shows"
            hint="Read to those who cannot see it: “Four rowers carry a boat to the river”."
            max={200}
          />
        </div>
      ) : (
        <ChoiceField
          form={form}
          name="picture"
          label="Picture"
          hint="Drawn beside it while there is no photo."
          choices={pictureKinds.map((value) => ({ value, label: pictureWords[value] }))}
        />
      )}
    </>
  )
}
