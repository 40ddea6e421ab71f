/**
 * A document to draw on without a browser, and no more of one than Plot asks for: elements, attributes, words, and all of it as XML.
 * A whole DOM takes longer to load than a report to write.
 */
import type { Paper } from '../charts/sheet.ts';

const HTML = 'http://www.w3.org/1999/xhtml';

class Words {
  parentNode: Element | null = null;
  readonly textContent: string;

  constructor(text: string) {
    this.textContent = text;
  }

  toString(): string {
    return escaped(this.textContent);
  }
}

class Element {
  parentNode: Element | null = null;
  readonly childNodes: (Element | Words)[] = [];
  readonly ownerDocument: PaperDocument;
  readonly namespaceURI: string;
  readonly tagName: string;
  private readonly attributes = new Map<string, string>();

  constructor(ownerDocument: PaperDocument, namespaceURI: string, tagName: string) {
    this.ownerDocument = ownerDocument;
    this.namespaceURI = namespaceURI;
    this.tagName = tagName;
  }

  get children(): readonly Element[] {
    return this.childNodes.filter((child) => child instanceof Element);
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  setAttributeNS(_namespace: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  appendChild<T extends Element | Words>(child: T): T {
    return this.insertBefore(child, null);
  }

  insertBefore<T extends Element | Words>(child: T, before: Element | Words | null): T {
    child.parentNode?.removeChild(child);
    this.childNodes.splice(before === null ? this.childNodes.length : this.childNodes.indexOf(before), 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild<T extends Element | Words>(child: T): T {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }

  get textContent(): string {
    return this.childNodes.map((child) => child.textContent).join('');
  }

  set textContent(text: string) {
    for (const child of [...this.childNodes]) this.removeChild(child);
    if (text !== '') this.appendChild(new Words(text));
  }

  toString(): string {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    const start = `<${this.tagName}${attributes}`;
    return this.childNodes.length === 0 ? `${start}/>` : `${start}>${this.childNodes.join('')}</${this.tagName}>`;
  }
}

class PaperDocument {
  readonly documentElement: Element = this.createElementNS(HTML, 'html');

  createElementNS(namespace: string, name: string): Element {
    return new Element(this, namespace, name);
  }

  createTextNode(text: string): Words {
    return new Words(text);
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u00a0', '&#160;');
}

/** Drawings are never attached to it, so that one serves them all. */
export const paper: Paper = {
  document: new PaperDocument(),
  XMLSerializer: class {
    serializeToString(node: never): string {
      return String(node);
    }
  },
};
