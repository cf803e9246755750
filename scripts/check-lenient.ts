import type { Source } from './sources.ts';

/** A file that imports one of these reads what other programs write. */
const foreignImport =
  /from '(?:undici|openid-client|jose|stripe|yaml|postal-mime|imapflow|mailauth|mailparser|fast-xml-parser|csv-parse[\w/]*|node:net|#kit\/server\/http\/outbound\.ts|\.\/platform-client\.service\.ts)'/;
/** Files that read the same without importing any of it. */
const foreignFiles = /^src\/connect\/lti\/(launch\.rules|server\/login\.service)\.ts$/;
const bare = /\bz\.(optional|nullable|nullish|partial|exactOptional)\(/;
/** Where null says something of its own, the line above says what: `// null: …`. */
const reason = /^\s*\/\/ null: .{20,}/;

const isOurs = (path: string): boolean =>
  /\.(test|factory|contract|component)\.tsx?$/.test(path) || !/^(src|packages)\//.test(path);

/** Other programs write null, nothing and blanks for the same, so what reads them goes by the readers of `src/kit/lenient.ts`. */
export function checkLenient(sources: Source[]): string[] {
  return sources
    .filter(({ path, text }) => !isOurs(path) && (foreignFiles.test(path) || foreignImport.test(text)))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, index) =>
        bare.test(line) && !reason.test(lines[index - 1] ?? '')
          ? [`${path}:${index + 1} tells absent, null and blank of another program apart: use the readers of src/kit/lenient.ts`]
          : [],
      );
    });
}
