/** A drawing as a picture, made in the browser: the same colours as on the screen, on the ground that it stands on. */
const painted = ['fill', 'stroke', 'fill-opacity', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'text-anchor'];

/** Variables of the page mean nothing outside of it, so that every shape gets the colours that it has. */
function aloneOf(svg: SVGSVGElement): { text: string; width: number; height: number } {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return { text: '', width: 0, height: 0 };
  const { width, height } = svg.getBoundingClientRect();
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  from.forEach((element, at) => {
    const looks = getComputedStyle(element);
    for (const name of painted) to[at]?.setAttribute(name, looks.getPropertyValue(name));
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

const loaded = (image: HTMLImageElement, address: string) =>
  new Promise<void>((resolve, reject) => {
    image.onload = () => resolve();
    image.onerror = () => reject(new Error('the drawing could not be read as a picture'));
    image.src = address;
  });

/** PNG of twice the size, for screens with many dots. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob | null> {
  const { text, width, height } = aloneOf(svg);
  const image = new Image();
  await loaded(image, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.ceil(width * 2), height: Math.ceil(height * 2) });
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

export async function savePng(svg: SVGSVGElement, file: string): Promise<void> {
  const png = await pngOf(svg);
  if (png === null) return;
  const url = URL.createObjectURL(png);
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: file });
  link.click();
  // the browser has taken the address once the click is handled
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
