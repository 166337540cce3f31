// Elements of one group share the parameters they have in common: a change of one is taken over by the others. Knows who is in which
// group; what a value may be is state.ts's.

import { sameValue } from "../state/follow.js";
import { defaults, mergeState } from "../state/state.js";
import type { ExhibitInfo, State, Value } from "../types.js";

export interface GroupMember {
    /** Groups of the same name are one group within this: the document. */
    readonly scope: object;
    readonly group: string;
    readonly exhibit: ExhibitInfo | null;
    readonly values: readonly Value[];
    /** The step of its history that it is in. */
    readonly step: number;
    /** Takes values over; it reports the change as its own. `step` is that of the member that has them, null where nobody did anything: one has joined. */
    take(values: Value[], step: number | null): void;
}

const scopes = new WeakMap<object, Map<string, Set<GroupMember>>>();
const places = new Map<GroupMember, Set<GroupMember>>(); // which group a member is in
const told = new WeakMap<GroupMember, readonly Value[]>(); // the values that the others have heard of
let spreading = false; // while others take values over, their changes are not passed on

/**
 * The values of `from` that `to` knows too, chosen by `wanted`. The label must be the same as well as name and kind: a "count" of keys is
 * not one of scores.
 */
function common(from: GroupMember, to: GroupMember, wanted: (value: Value, index: number) => boolean): State {
    const out: State = {};
    from.exhibit?.parameters.forEach(({ name, kind, label, piece }, index) => {
        const value = from.values[index];
        const known = to.exhibit?.parameters.some((other) => other.name === name && other.kind === kind && other.label === label);
        if (known && kind !== "action" && !piece && value !== undefined && wanted(value, index)) out[name] = value;
    });
    return out;
}

/** Hands over what it can: a value that the other has no room for (its bounds are narrower) stays as it is there. */
function hand(to: GroupMember, changes: State, step: number | null): void {
    const { exhibit } = to;
    if (!exhibit || Object.keys(changes).length === 0) return;
    let values: Value[];
    try {
        values = mergeState(exhibit, to.values, changes);
    } catch {
        values = [...to.values];
        for (const [name, value] of Object.entries(changes)) {
            try {
                values = mergeState(exhibit, values, { [name]: value });
            } catch {
                // not one of its values
            }
        }
    }
    if (values.some((value, index) => !sameValue(value, to.values[index]))) to.take(values, step);
    told.set(to, [...to.values]);
}

function spread(work: () => void): void {
    if (spreading) return;
    spreading = true;
    try {
        work();
    } finally {
        spreading = false;
    }
}

/**
 * Takes a member into the group that it names, out of the one it was in. What its own state says (other than the defaults) goes to the others;
 * for the rest it takes over what the group has. One that is put `back` on the page takes over all of it.
 */
export function join(member: GroupMember, back: boolean): void {
    leave(member);
    const { scope, group, exhibit } = member;
    if (group === "" || !exhibit) return;
    let groups = scopes.get(scope);
    if (!groups) scopes.set(scope, (groups = new Map<string, Set<GroupMember>>()));
    let members = groups.get(group);
    if (!members) groups.set(group, (members = new Set()));
    const others = [...members];
    members.add(member);
    places.set(member, members);
    const initial = defaults(exhibit);
    spread(() => {
        for (const other of back ? [] : others)
            hand(
                other,
                common(member, other, (value, index) => !sameValue(value, initial[index])),
                null,
            );
        for (const other of others)
            hand(
                member,
                common(other, member, () => true),
                null,
            );
    });
    told.set(member, [...member.values]);
}

export function leave(member: GroupMember): void {
    places.get(member)?.delete(member);
    places.delete(member);
}

/** A member's state has changed: the others follow in what has, and keep what they could not hand over before. */
export function tell(member: GroupMember): void {
    spread(() => {
        const before = told.get(member);
        told.set(member, [...member.values]);
        for (const other of [...(places.get(member) ?? [])]) {
            // (Its attribute may say otherwise since, and not have had its turn.)
            if (other !== member && other.group === member.group)
                hand(
                    other,
                    common(member, other, (value, index) => !sameValue(value, before?.[index])),
                    member.step,
                );
        }
    });
}
