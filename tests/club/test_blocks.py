"""Blocks: made and lifted by whoever wants them, and by nobody else."""

import pytest

from club import audience, blocks
from club.blocks import NotBlocked
from club.models import Block, Player
from tests.club.people import DAY, NOON, member

pytestmark = pytest.mark.django_db


def test_a_block_holds_both_ways_and_stands_in_the_list_of_one() -> None:
    alice, bob = member("Alice"), member("Bob")
    blocks.block(alice, bob, NOON)
    assert audience.are_blocked(alice.pk, bob.pk)
    assert audience.are_blocked(bob.pk, alice.pk)
    assert [block.blocked for block in blocks.made_by(alice)] == [bob]
    assert blocks.made_by(bob) == []


def test_blocking_again_is_harmless() -> None:
    alice, bob = member("Alice"), member("Bob")
    blocks.block(alice, bob, NOON)
    blocks.block(alice, bob, NOON + DAY)
    assert Block.objects.get().made_at == NOON


def test_a_guest_can_be_blocked_and_block() -> None:
    alice, guest = member("Alice"), Player.objects.create_guest()
    blocks.block(alice, guest, NOON)
    blocks.block(guest, alice, NOON)
    assert Block.objects.count() == 2


def test_nobody_blocks_themselves() -> None:
    alice = member("Alice")
    with pytest.raises(NotBlocked):
        blocks.block(alice, alice, NOON)


def test_a_lifted_block_is_lifted_for_good_and_the_others_own_stays() -> None:
    alice, bob = member("Alice"), member("Bob")
    blocks.block(alice, bob, NOON)
    blocks.block(bob, alice, NOON)
    for _ in range(2):
        blocks.unblock(alice, Block.objects.get(player=bob).pk)
        blocks.unblock(alice, Block.objects.filter(player=alice).values_list("pk", flat=True).first() or 0)
    assert Block.objects.get().player == bob
    assert audience.are_blocked(alice.pk, bob.pk)


def test_blocks_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 1)
    alice = member("Alice")
    blocks.block(alice, member("Bob"), NOON)
    with pytest.raises(NotBlocked):
        blocks.block(alice, member("Charlie"), NOON)
