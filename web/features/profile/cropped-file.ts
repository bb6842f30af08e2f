// What was chosen of a picture, as a file of its own.

export type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** As large as the server keeps it. */
const side = 512

/** Fails for what the browser cannot show. */
export const loadPicture = async (address: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

export const croppedFile = async (image: CanvasImageSource, { x, y, width, height }: Part): Promise<File> => {
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser draws no pictures')
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, side, side)
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(image, x, y, width, height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/jpeg', 0.92))
  if (!blob) throw new Error('The picture could not be drawn')
  return new File([blob], 'picture.jpg', { type: blob.type })
}
