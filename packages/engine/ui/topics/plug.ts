import type { ComponentType, ReactNode } from 'react';
import type { TopicTexts } from '#ui/topics/topic-words.ts';

/** What other topics have in the bar under a page and over the page. `layer`: what finds its places on the page by itself. */
export type StageParts = { bar: ReactNode; over: ReactNode; layer: ReactNode };

/** Where a topic is seen. Each place is drawn only in meetings that have the topic. */
type TopicPlaces = {
  /** Rows of the menu behind More. */
  More: ComponentType;
  /** In the bar below, between the hand and More. */
  Bar: ComponentType;
  /** Rows of the menu behind Share, for those who present. */
  Share: ComponentType;
  /** Large on the stage in place of faces; `layout.ts` says when. */
  Stage: ComponentType<StageParts>;
  /** At the start of the bar under a page that is presented. */
  PageBar: ComponentType;
  /** Over a page that is presented; it has the size of the page and grows with it. */
  OverSlide: ComponentType;
  /** Beside a page that is presented, to which it has access by `usePageLayer`. */
  PageLayer: ComponentType;
  /** A pill in the bar on top. */
  Top: ComponentType;
  /** A row under the bar on top. */
  Banner: ComponentType;
  /** On the picture and in the row of a person, by member id. */
  Person: ComponentType<{ member: string }>;
  /** Beside the name under a picture, and in the list. */
  Caption: ComponentType<{ member: string }>;
  Row: ComponentType<{ member: string }>;
  /** Rows of the menu of a person. */
  PersonMenu: ComponentType<{ member: string }>;
  /** In the list of keys. */
  Keys: ComponentType;
  /** Below the list of people. */
  PeopleFoot: ComponentType;
  /** Its tab over the side panel, and what is below it. */
  Tab: ComponentType;
  Panel: ComponentType;
  /** Once in the room: what is read out, or floats. */
  Room: ComponentType;
};
/** `english`: left out where they come with the code that says them. */
export type TopicUi = { name: string; english?: TopicTexts; places: Partial<TopicPlaces> };
